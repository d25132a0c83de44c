/** The results that a machine caches between runs. An entry may be gone at any time; then the work is done again. */
export interface Memory {
  /** False where nothing is cached: then nothing need be prepared for it. */
  readonly enabled: boolean;
  /**
   * The outcome of each item: from cache, else worked out, all in one go, and cached.
   * @returns by item; an item for which `work` gives nothing is absent, and is worked out again next time
   */
  each<T>(wanted: CachedWork<T>): Promise<Map<string, T>>;
  /**
   * The value that the previous run of this project stored under a name, whatever was in its files then; undefined
   * when there is none.
   * @param name stable and unique
   * @param is checks the value, which was read from a file
   */
  previous<T>(name: string, is: (value: unknown) => value is T): T | undefined;
  /** Stores plain JSON for the next run, in place of the previous value. */
  store(name: string, value: unknown): void;
  /**
   * Nothing of this run is cached from now on: the outcome may differ next time although the project is the same, as
   * after a time limit, or in a process that ran out of memory.
   */
  forget(): void;
}

/** Work on many items, such as files, each independent of the others. */
export interface CachedWork<T> {
  /** Stable and unique: `lint`. */
  name: string;
  /** By item, a key that changes with everything that its outcome depends on, except our own code. */
  items: ReadonlyMap<string, string>;
  /** Checks a cached outcome, which was read from a file. */
  is(value: unknown): value is T;
  /** Works out the outcomes of items, as plain JSON. */
  work(items: readonly string[]): Promise<ReadonlyMap<string, T>>;
}

/** Caches nothing: runs of the cloud have this one, so that no account's verdict depends on another's run. */
export const noMemory: Memory = {
  enabled: false,
  each: async ({ items, work }) => new Map(await work([...items.keys()])),
  previous: () => undefined,
  store: () => {},
  forget: () => {},
};
