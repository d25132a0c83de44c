import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { codeOf } from '../../kernel/errors.ts';
import { tarballError } from './tarball-error.ts';

/** Maximum bytes of a gzip header. */
const maxHeader = 64 * 1024;
const trailerLength = 8;

/**
 * Decompresses a gzip file that must consist of exactly one member (RFC 1952). Node's own `Gunzip` also reads further members
 * and ignores trailing garbage, so that two readers could see different archives.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export async function* gunzipMember(path: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  await using file = await open(path);
  const { size } = await file.stat();
  const start = headerLength(await readAt(file, 0, Math.min(size, maxHeader)));
  const end = size - trailerLength;
  if (start >= end) throw tarballError('is truncated within its gzip header');

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
    throw codeOf(error)?.startsWith('Z_') ? tarballError('is corrupt: invalid gzip data', error) : error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
  if (inflate.bytesWritten !== end - start) throw tarballError('has trailing bytes after its gzip data');
  const trailer = await readAt(file, end, trailerLength);
  if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== length % 2 ** 32) {
    throw tarballError('is corrupt: wrong gzip checksum or length');
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** RFC 1952, section 2.3. */
function headerLength(head: Buffer): number {
  const [id1, id2, method, flags = 0] = head;
  if (id1 !== 0x1f || id2 !== 0x8b || method !== 8) throw tarballError('is not a gzip file');
  if (flags & 0b1110_0000) throw tarballError('has a gzip header with reserved flags');
  let offset = 10;
  if (flags & 0b100 && offset + 2 <= head.length) offset += 2 + head.readUInt16LE(offset);
  // File name and comment, each terminated by NUL.
  for (const flag of [0b1000, 0b10000]) {
    if (!(flags & flag)) continue;
    const nul = head.indexOf(0, offset);
    if (nul === -1) throw tarballError('has an unterminated gzip header');
    offset = nul + 1;
  }
  if (!(flags & 0b10)) return offset;
  if (offset + 2 > head.length || head.readUInt16LE(offset) !== crc32(head.subarray(0, offset)) % 2 ** 16) {
    throw tarballError('is corrupt: wrong checksum of the gzip header');
  }
  return offset + 2;
}
