import { setImmediate } from 'node:timers/promises';

const filesPerYield = 100;

/** Yields to the event loop periodically, for loops of synchronous calls over thousands of files. */
export class PeriodicYield {
  #files = 0;

  /** To be called for each file. */
  async tick(): Promise<void> {
    this.#files += 1;
    if (this.#files % filesPerYield === 0) await setImmediate();
  }
}
