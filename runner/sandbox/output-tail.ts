/** The last bytes of what a child prints, and how many there were. */
export class OutputTail {
  readonly #kept: number;
  readonly #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes so far, the forgotten ones too. */
  total = 0;

  /** @param kept bytes to remember */
  constructor(kept: number) {
    this.#kept = kept;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held - (this.#chunks[0]?.length ?? 0) >= this.#kept) this.#held -= this.#chunks.shift()?.length ?? 0;
  }

  toString(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#kept).toString('utf8');
  }
}
