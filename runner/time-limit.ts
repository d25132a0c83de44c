/** What setTimeout can hold at most, in milliseconds; a longer limit is none that anyone would see. */
const longest = 2 ** 31 - 1;

/**
 * A signal that aborts after so many seconds. Unlike `AbortSignal.timeout` it takes any positive number, and it keeps
 * the process alive until it is disposed of: work that waits for nothing must not let the process end without a word.
 */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => controller.abort(), Math.min(seconds * 1000, longest));
  }

  /** Starts the time again. */
  refresh(): void {
    this.#timer.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
