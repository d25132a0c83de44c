import { TimeLimit } from '../time-limit.ts';
import { untilAborted } from '../until-aborted.ts';

/** Thrown when an operation makes no progress for too long. */
export class StallTimeout extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`no progress for ${seconds} s`);
    this.seconds = seconds;
  }
}

/**
 * Runs an operation until it settles, the signal aborts, or it makes no progress for so many seconds.
 * @param work gets a signal that aborts when the operation is abandoned, and a function to report progress
 * @throws {StallTimeout} without progress; the reason of the signal if that aborted
 */
export async function withStallTimeout<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  using limit = new TimeLimit(seconds);
  const abandoned = new AbortController();
  const any = AbortSignal.any([signal, limit.signal, abandoned.signal]);
  try {
    return await untilAborted(
      any,
      work(any, () => limit.refresh()),
    );
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? new StallTimeout(seconds) : error;
  } finally {
    abandoned.abort();
  }
}
