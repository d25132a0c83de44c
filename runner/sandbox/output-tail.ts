/** Keeps the last bytes of the output of a process, and counts all of them. */
export class OutputTail {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  /** Bytes so far, including discarded ones. */
  total = 0;

  /** @param limit bytes to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    while (this.#kept - (this.#chunks[0]?.length ?? 0) >= this.#limit) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  toString(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#limit).toString('utf8');
  }
}
