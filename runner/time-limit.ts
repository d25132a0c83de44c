/** Milliseconds: the maximum of setTimeout, 24.8 days. */
const maxTimeout = 2 ** 31 - 1;

/**
 * A signal that aborts after so many seconds. Unlike `AbortSignal.timeout`, it accepts any positive number and keeps the
 * process alive until it is disposed of, so that the process cannot exit in the middle of work.
 */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => controller.abort(), Math.min(seconds * 1000, maxTimeout));
  }

  /** Restarts the timer. */
  refresh(): void {
    this.#timer.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
