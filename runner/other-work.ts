import { setImmediate } from 'node:timers/promises';

/** Files after which other work of the process gets its turn. */
const turn = 100;

/** For who handles thousands of files with calls that don't wait: gives other work of the process its turn now and then. */
export class OtherWork {
  #files = 0;

  /** To be called for each file. */
  async mayGoFirst(): Promise<void> {
    this.#files += 1;
    if (this.#files % turn === 0) await setImmediate();
  }
}
