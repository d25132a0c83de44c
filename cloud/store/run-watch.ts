import type { Database, Listening } from './database.ts';
import { runNews } from './notifications.ts';

/** Wakes who waits for news of a run, from whichever process they come. One connection listens for all. */
export class RunWatch {
  readonly #watches = new Map<string, Set<Watch>>();
  #listening: Listening | undefined;

  static async start(database: Database): Promise<RunWatch> {
    const watch = new RunWatch();
    const wakeAll = () => {
      for (const watches of watch.#watches.values()) for (const one of watches) one.wake();
    };
    watch.#listening = await database.listen(runNews, (runId) => watch.#wake(runId), wakeAll);
    return watch;
  }

  /** How many are watching. */
  get size(): number {
    return [...this.#watches.values()].reduce((sum, watches) => sum + watches.size, 0);
  }

  /** To be disposed of. */
  watch(runId: string): Watch {
    const watches = this.#watches.get(runId) ?? new Set();
    this.#watches.set(runId, watches);
    const watch = new Watch(() => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(runId);
    });
    watches.add(watch);
    return watch;
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  #wake(runId: string): void {
    for (const watch of this.#watches.get(runId) ?? []) watch.wake();
  }
}

/** News of one run for one reader: read what there is, then wait for more. News in between is not lost. */
export class Watch {
  readonly #onDispose: () => void;
  #fresh = false;
  #resolve: (() => void) | undefined;

  constructor(onDispose: () => void) {
    this.#onDispose = onDispose;
  }

  wake(): void {
    this.#fresh = true;
    this.#resolve?.();
  }

  /** Resolves to whether there has been news since the last call, when there has, the time is over or the signal aborts. */
  async news(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#fresh && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      const onAbort = () => resolve();
      this.#resolve = resolve;
      signal?.addEventListener('abort', onAbort);
      await promise;
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      this.#resolve = undefined;
    }
    const fresh = this.#fresh;
    this.#fresh = false;
    return fresh;
  }

  [Symbol.dispose](): void {
    this.#onDispose();
  }
}
