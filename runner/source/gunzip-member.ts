import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { refusal } from './refusal.ts';

/** Bytes within which the header of a gzip file must end. */
const maxHeader = 64 * 1024;
const trailerLength = 8;

/**
 * The content of a gzip file that must be one whole member with nothing after it (RFC 1952). Node's own `Gunzip`
 * goes on with further members and ignores what is no member, so that two readers could see two archives.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export async function* gunzipMember(path: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  await using file = await open(path);
  const { size } = await file.stat();
  const start = headerLength(await readAt(file, 0, Math.min(size, maxHeader)));
  const end = size - trailerLength;
  if (start >= end) throw refusal('is cut off: it ends within its gzip header');

  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const packed = createReadStream(path, { start, end: end - 1, highWaterMark: 64 * 1024, signal });
  packed.on('error', (error) => inflate.destroy(error));
  let crc = 0;
  let length = 0;
  try {
    for await (const chunk of packed.pipe(inflate)) {
      const content: Buffer = chunk;
      crc = crc32(content, crc);
      length += content.length;
      yield content;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw isZlibError(error) ? refusal('is damaged: its gzip data does not unpack', error) : error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
  if (inflate.bytesWritten !== end - start) throw refusal('has more bytes after the end of its gzip data');
  const trailer = await readAt(file, end, trailerLength);
  if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== length % 2 ** 32) {
    throw refusal('is damaged: its gzip checksum or length is wrong');
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** RFC 1952, section 2.3. */
function headerLength(head: Buffer): number {
  const [id1, id2, method, flags = 0] = head;
  if (id1 !== 0x1f || id2 !== 0x8b || method !== 8) throw refusal('is not a gzip file');
  if (flags & 0b1110_0000) throw refusal('has a gzip header with reserved flags');
  let offset = 10;
  if (flags & 0b100 && offset + 2 <= head.length) offset += 2 + head.readUInt16LE(offset);
  // The original file's name and a comment, each up to a NUL.
  for (const flag of [0b1000, 0b10000]) {
    if (!(flags & flag)) continue;
    const nul = head.indexOf(0, offset);
    if (nul === -1) throw refusal('has a gzip header without an end');
    offset = nul + 1;
  }
  if (!(flags & 0b10)) return offset;
  if (offset + 2 > head.length || head.readUInt16LE(offset) !== crc32(head.subarray(0, offset)) % 2 ** 16) {
    throw refusal('is damaged: the checksum of its gzip header is wrong');
  }
  return offset + 2;
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
}
