import type { Readable } from 'node:stream';

/**
 * Reads a stream to its end; returns undefined as soon as it exceeds `limit` bytes.
 * @param onFirst called when the first bytes arrive
 */
export async function readAll(stream: Readable, limit: number, onFirst?: () => void): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (size === 0) onFirst?.();
      size += chunk.length;
      if (size > limit) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // Destroyed when the process was killed: returns what has arrived.
  }
  return Buffer.concat(chunks);
}
