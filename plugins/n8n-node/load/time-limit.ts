import { createContext, Script } from 'node:vm';

/** Runs synchronous code that can be stopped wherever it is, in whatever loop; several calls share one budget. */
export class TimeLimit {
  #left: number;
  readonly #context: { work: () => unknown } = { work: () => undefined };
  readonly #script = new Script('work()');

  /** @param budget milliseconds of all calls together */
  constructor(budget: number) {
    this.#left = budget;
    createContext(this.#context);
  }

  get spent(): boolean {
    return this.#left < 1;
  }

  /**
   * @param limit milliseconds of this call
   * @throws {Error} with code ERR_SCRIPT_EXECUTION_TIMEOUT, and what `work` throws
   */
  run<T>(limit: number, work: () => T): T {
    const started = performance.now();
    this.#context.work = work;
    try {
      return this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.min(limit, this.#left)) });
    } finally {
      this.#left -= performance.now() - started;
    }
  }
}
