/** Reads a stream of buffers in pieces of given sizes, with minimal buffering. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer, void>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    const iterator = chunks[Symbol.asyncIterator]();
    this.#chunks = iterator;
  }

  /** Reads `length` bytes; fewer only at the end of the stream. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0 && (await this.#fill())) {
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : Buffer.concat(parts);
  }

  /** Skips up to `length` bytes; returns how many were skipped. */
  async skip(length: number): Promise<number> {
    let missing = length;
    while (missing > 0 && (await this.#fill())) {
      const passed = Math.min(missing, this.#rest.length);
      this.#rest = this.#rest.subarray(passed);
      missing -= passed;
    }
    return length - missing;
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done || !value) return false;
      this.#rest = value;
    }
    return true;
  }
}
