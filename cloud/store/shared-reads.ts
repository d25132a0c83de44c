/**
 * Coalesces concurrent reads of the same key. A caller that arrives during a read shares the next one, because the
 * current result may be older than the change that the caller was notified of.
 */
export class SharedReads<T> {
  readonly #reads = new Map<string, { current: Promise<T>; next?: Promise<T> }>();

  /** @param load must do the same for the same key */
  read(key: string, load: () => Promise<T>): Promise<T> {
    const reads = this.#reads.get(key);
    if (!reads) return this.#start(key, load);
    reads.next ??= reads.current.then(nothing, nothing).then(() => this.#start(key, load));
    return reads.next;
  }

  #start(key: string, load: () => Promise<T>): Promise<T> {
    const current = load().finally(() => {
      if (this.#reads.get(key)?.current === current) this.#reads.delete(key);
    });
    this.#reads.set(key, { current });
    return current;
  }
}

const nothing = () => {};
