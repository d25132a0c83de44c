/** What a machine remembers of earlier runs. A memory may forget at any time; one that is empty does every work anew. */
export interface Memory {
  /** Whether anything is remembered at all: else nothing need be prepared for it. */
  readonly keeps: boolean;
  /**
   * What is known of each item; what is not remembered is worked out, in one go, and remembered.
   * @returns by item; one that `work` does not give is not there, and is asked for again the next time
   */
  each<T>(wanted: RememberedWork<T>): Promise<Map<string, T>>;
  /**
   * What was left under a name when this project was last looked at, whatever was in its files then; undefined when
   * nothing is remembered.
   * @param name stable and unique
   * @param is whether it is what was left: it was read from a file
   */
  last<T>(name: string, is: (value: unknown) => value is T): T | undefined;
  /** Leaves plain JSON there, in the place of what was left before. */
  leave(name: string, value: unknown): void;
  /**
   * Says that what was just seen may be otherwise the next time although the project is the same: a limit of time was
   * passed, a process ran out of memory. From now on nothing of this run is remembered.
   */
  forget(): void;
}

/** Work on many items, such as files, each of which is done for itself. */
export interface RememberedWork<T> {
  /** Stable and unique: `lint`. */
  name: string;
  /** By item, a text that differs whenever anything differs that its outcome depends on, our own code aside. */
  items: ReadonlyMap<string, string>;
  /** Whether what was remembered is an outcome: it was read from a file. */
  is(value: unknown): value is T;
  /** Works out the outcomes of these items, as plain JSON. */
  work(items: readonly string[]): Promise<ReadonlyMap<string, T>>;
}

/** Remembers nothing: each run of the cloud has this one, so that no account's verdict depends on another's run. */
export const noMemory: Memory = {
  keeps: false,
  each: async ({ items, work }) => new Map(await work([...items.keys()])),
  last: () => undefined,
  leave: () => {},
  forget: () => {},
};
