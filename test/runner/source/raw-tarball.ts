import { gzipSync } from 'node:zlib';

export interface RawEntry {
  path: string;
  content?: string | Uint8Array;
  /** One character; a file when absent. */
  type?: string;
  prefix?: string;
  linkname?: string;
  /** Eight bytes: POSIX's when absent. */
  magic?: string;
  mode?: string;
  /** The field as it stands in the header; else the length of the content. */
  size?: string;
  /** The field as it stands in the header; else the right one. */
  checksum?: string;
  /** Bytes to put at offsets of the header, before the checksum is made. */
  patch?: Readonly<Record<number, string | Uint8Array>>;
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

function pad(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** An entry of a tarball: a header block, made field by field, and its body. */
export function entry(raw: RawEntry): Buffer {
  const content = Buffer.from(raw.content ?? '');
  const header = Buffer.alloc(512);
  header.write(raw.path, 0, 100);
  header.write(raw.mode ?? octal(0o644, 8), 100, 8);
  header.write(octal(0, 8), 108, 8);
  header.write(octal(0, 8), 116, 8);
  header.write(raw.size ?? octal(content.length, 12), 124, 12, 'latin1');
  header.write(octal(499_162_500, 12), 136, 12);
  header.write(raw.type ?? '0', 156, 1, 'latin1');
  header.write(raw.linkname ?? '', 157, 100);
  header.write(raw.magic ?? 'ustar\x0000', 257, 8, 'latin1');
  header.write(raw.prefix ?? '', 345, 155);
  for (const [offset, bytes] of Object.entries(raw.patch ?? {})) header.set(Buffer.from(bytes), Number(offset));
  return Buffer.concat([withChecksum(header, raw.checksum), pad(content)]);
}

/** A header block whose checksum is right, or the one that is given. */
export function withChecksum(header: Buffer, checksum?: string): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  header.write(checksum ?? `${octal(sum, 7)} `, 148, 8, 'latin1');
  return header;
}

export const folder = (path: string) => entry({ path, type: '5' });

/** A PAX header of records; its body may also be given as it is. */
export function pax(records: Readonly<Record<string, string>> | string, type = 'x'): Buffer {
  const body = typeof records === 'string' ? records : Object.entries(records).map(paxRecord).join('');
  return entry({ path: 'PaxHeader', type, content: body });
}

function paxRecord([key, value]: [string, string]): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (length !== Buffer.byteLength(`${length}${rest}`)) length = Buffer.byteLength(`${length}${rest}`);
  return `${length}${rest}`;
}

export const longPath = (path: string) => entry({ path: '././@LongLink', type: 'L', content: `${path}\0` });

/** The two blocks of zeros. */
export const end = Buffer.alloc(1024);

/** A gzipped archive of entries, with its end. */
export function tarball(...entries: Uint8Array[]): Buffer {
  return gzipSync(Buffer.concat([...entries, end]));
}
