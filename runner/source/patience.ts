import { TimeLimit } from '../time-limit.ts';
import { untilAborted } from '../until-aborted.ts';

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
  using limit = new TimeLimit(seconds);
  const left = new AbortController();
  const any = AbortSignal.any([signal, limit.signal, left.signal]);
  try {
    return await untilAborted(
      any,
      work(any, () => limit.refresh()),
    );
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? new Quiet(seconds) : error;
  } finally {
    left.abort();
  }
}
