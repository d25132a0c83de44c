/**
 * Reads that many callers want at the same time are done once for all of them. Who asks while one is under way shares
 * the next one: the first may be older than what the caller has heard of.
 */
export class SharedReads<T> {
  readonly #reads = new Map<string, { current: Promise<T>; next?: Promise<T> }>();

  /** @param load must read the same for the same key */
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
