import type { Readable } from 'node:stream';

/** All bytes of a stream; undefined when there are more than `limit`, without waiting for the rest. */
export async function readAll(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // Destroyed when the child was killed: what came until then is all there is.
  }
  return Buffer.concat(chunks);
}
