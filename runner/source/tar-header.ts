import { quoted, tarballError } from './tarball-error.ts';

/** The supported kinds of entries; all others are rejected. */
type TarKind = 'file' | 'folder' | 'pax' | 'global-pax' | 'long-path';

export interface TarHeader {
  kind: TarKind;
  /** The path in the header; a preceding extended header may override it. */
  path: string;
  /** Bytes of the body. */
  size: number;
}

export const blockSize = 512;

/**
 * Parses a header block of a ustar archive, POSIX or GNU, strictly, so that all readers interpret it in the same way.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function parseTarHeader(block: Buffer): TarHeader {
  if (number(block, 148, 8, 'checksum') !== checksumOf(block)) throw tarballError('has an entry with a bad checksum');
  const magic = block.toString('latin1', 257, 265);
  if (magic !== 'ustar\x0000' && magic !== 'ustar  \0') throw tarballError('has an entry in an unknown format');
  const name = text(block, 0, 100);
  const prefix = magic === 'ustar\x0000' ? prefixOf(block) : '';
  const path = prefix === '' ? name : `${prefix}/${name}`;
  const type = block.toString('latin1', 156, 157);
  const kind = kinds[type];
  if (!kind) throw tarballError(`contains ${refusedKinds[type] ?? 'an entry of an unknown kind'}: ${quoted(path)}`);
  if (text(block, 157, 100) !== '') throw tarballError(`contains a link: ${quoted(path)}`);
  return { kind, path, size: number(block, 124, 12, 'size') };
}

const kinds: Readonly<Record<string, TarKind>> = {
  '0': 'file',
  '\0': 'file',
  '5': 'folder',
  x: 'pax',
  g: 'global-pax',
  L: 'long-path',
};

const refusedKinds: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a character device',
  '4': 'a block device',
  '6': 'a FIFO',
  K: 'a link with a long path',
  S: 'a sparse file',
};

/**
 * The prefix has 155 bytes. Some writers store two timestamps in the last 24 bytes and set the byte before them to NUL, by
 * which readers detect that.
 */
function prefixOf(block: Buffer): string {
  return block[475] === 0 ? text(block, 345, 130) : text(block, 345, 155);
}

/** A field with UTF-8 text, padded with NUL. */
function text(block: Buffer, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const nul = field.indexOf(0);
  if (nul !== -1 && field.subarray(nul).some((byte) => byte !== 0)) throw tarballError('has a path that contains NUL');
  return decodeUtf8(nul === -1 ? field : field.subarray(0, nul));
}

/** @throws {ServiceError} INVALID_PAYLOAD for invalid UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw tarballError('has a path that is not valid UTF-8', error);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An octal number, with leading spaces, padded with spaces or NUL. The binary format is not needed for allowed sizes. */
function number(block: Buffer, offset: number, length: number, what: string): number {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(block.toString('latin1', offset, offset + length)) ?? [];
  if (digits === undefined) throw tarballError(`has an entry with an invalid ${what}`);
  return Number.parseInt(digits, 8);
}

/** The sum of all bytes, counting those of the checksum field as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let index = 0; index < blockSize; index++) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0;
  }
  return sum;
}

/**
 * Parses the body of a PAX extended header: records of `<length> <key>=<value>\n`. They must be well-formed and unique, and
 * their keys must only affect an entry's path and size, times, owner and attributes.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_03
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function parsePaxRecords(body: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let offset = 0; offset < body.length; ) {
    const space = body.indexOf(0x20, offset);
    const digits = body.toString('latin1', offset, space === -1 ? offset : space);
    if (!/^[1-9][0-9]{0,8}$/.test(digits)) throw malformed();
    const end = offset + Number(digits);
    if (end > body.length || end <= space + 1 || body[end - 1] !== 0x0a) throw malformed();
    const record = decodeUtf8(body.subarray(space + 1, end - 1));
    const equals = record.indexOf('=');
    if (equals < 1) throw malformed();
    const key = record.slice(0, equals);
    const value = record.slice(equals + 1);
    // Some readers split at line breaks and truncate values at NUL.
    if (/[\n\0]/.test(record)) throw malformed();
    if (records.has(key)) throw tarballError(`has a duplicate extended attribute: ${quoted(key)}`);
    if (!harmless.test(key)) throw tarballError(`has an unsupported extended attribute: ${quoted(key)}`);
    records.set(key, value);
    offset = end;
  }
  return records;
}

const harmless =
  /^(path|size|[acm]time|uid|gid|uname|gname|comment|(SCHILY\.)?(dev|ino|nlink)|(SCHILY|LIBARCHIVE)\.xattr\..*|SCHILY\.fflags|LIBARCHIVE\.creationtime|NODETAR\..*)$/s;

function malformed() {
  return tarballError('has a malformed extended header');
}
