/** A queue with several writers and one reader, until it is closed or fails. */
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

  /** Makes the reader throw an error after it has read all items. */
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
