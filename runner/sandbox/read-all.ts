import type { Readable } from 'node:stream';

/**
 * All bytes of a stream; undefined when there are more than `limit`, without waiting for the rest.
 * @param began called when the first of them come
 */
export async function readAll(stream: Readable, limit: number, began?: () => void): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (size === 0) began?.();
      size += chunk.length;
      if (size > limit) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // Destroyed when the child was killed: what came until then is all there is.
  }
  return Buffer.concat(chunks);
}
