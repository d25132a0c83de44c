/** Several writers, one reader: what they push comes out in order, until the channel is closed or fails. */
export class Channel<T> implements AsyncIterable<T> {
  #items: T[] = [];
  #state: 'open' | 'closed' | { error: unknown } = 'open';
  #wake: () => void = () => {};

  push(item: T): void {
    if (this.#state === 'open') this.#items.push(item);
    this.#wake();
  }

  close(): void {
    if (this.#state === 'open') this.#state = 'closed';
    this.#wake();
  }

  /** Ends the reader with an error, once it has read what came before. */
  fail(error: unknown): void {
    if (this.#state === 'open') this.#state = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const items = this.#items;
      this.#items = [];
      yield* items;
      if (this.#items.length > 0) continue;
      if (this.#state === 'closed') return;
      if (this.#state !== 'open') throw this.#state.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
