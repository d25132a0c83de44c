import type { Database, Listening } from './database.ts';
import { changedRuns } from './notifications.ts';

/** Notifies subscribers of changes to runs, made by any process. All subscriptions share one connection. */
export class RunUpdates {
  readonly #subscriptions = new Map<string, Set<RunSubscription>>();
  #listening: Listening | undefined;

  static async start(database: Database): Promise<RunUpdates> {
    const updates = new RunUpdates();
    const notifyAll = () => {
      for (const runId of updates.#subscriptions.keys()) updates.#notify(runId);
    };
    updates.#listening = await database.listen(changedRuns, (runId) => updates.#notify(runId), notifyAll);
    return updates;
  }

  /** Number of subscriptions. */
  get size(): number {
    return [...this.#subscriptions.values()].reduce((sum, subscriptions) => sum + subscriptions.size, 0);
  }

  /** To be disposed of. */
  subscribe(runId: string): RunSubscription {
    const subscriptions = this.#subscriptions.get(runId) ?? new Set();
    this.#subscriptions.set(runId, subscriptions);
    const subscription = new RunSubscription(() => {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0) this.#subscriptions.delete(runId);
    });
    subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  #notify(runId: string): void {
    for (const subscription of this.#subscriptions.get(runId) ?? []) subscription.notify();
  }
}

/** Updates of one run for one reader. An update between two calls of `next` is not lost. */
export class RunSubscription {
  readonly #onDispose: () => void;
  #updated = false;
  #resolve: (() => void) | undefined;

  constructor(onDispose: () => void) {
    this.#onDispose = onDispose;
  }

  notify(): void {
    this.#updated = true;
    this.#resolve?.();
  }

  /**
   * Waits for an update since the last call, a timeout in milliseconds, or the signal.
   * @returns whether there was an update
   */
  async next(timeout: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#updated && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeout);
      const onAbort = () => resolve();
      this.#resolve = resolve;
      signal?.addEventListener('abort', onAbort);
      await promise;
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      this.#resolve = undefined;
    }
    const updated = this.#updated;
    this.#updated = false;
    return updated;
  }

  [Symbol.dispose](): void {
    this.#onDispose();
  }
}
