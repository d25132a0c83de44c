/** Thrown when nothing has happened for too long. */
export class Quiet extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`nothing happened for ${seconds} s`);
    this.seconds = seconds;
  }
}

/**
 * Does some work that may hang, and stops waiting for it when the signal aborts or when it shows no sign of life for so
 * many seconds.
 * @param work gets a signal that aborts when nobody waits any more, and what to call as a sign of life
 * @throws {Quiet} when it was silent for too long; the signal's reason when that aborted
 */
export async function withPatience<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const timer = setTimeout(() => left.abort(new Quiet(seconds)), seconds * 1000);
  const aborted = new Promise<never>((_, reject) => {
    if (either.aborted) reject(either.reason);
    either.addEventListener('abort', () => reject(either.reason), { once: true });
  });
  try {
    return await Promise.race([aborted, work(either, () => timer.refresh())]);
  } finally {
    clearTimeout(timer);
    left.abort();
  }
}
