/** A stream exceeds its limit. */
export class TooLarge extends Error {
  readonly code = 'EANSWERTOOLARGE';
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads a stream to its end, unless it exceeds the limit.
 * @param limit in bytes
 * @throws {TooLarge}
 */
export async function readWithLimit(stream: NodeJS.ReadableStream, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > limit) throw new TooLarge(limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
