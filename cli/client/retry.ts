import { setTimeout as delay } from 'node:timers/promises';
import { TransientError } from './failure.ts';

/** Milliseconds: the first pause, and the longest; a server's own wish may be longer, up to `longestWish`. */
const firstPause = 250;
const longestPause = 5_000;
const longestWish = 60_000;

export interface Patience {
  /** No attempt begins after this point of `performance.now()`. */
  until: number;
  /** No more attempts than this. */
  attempts?: number;
  signal: AbortSignal;
  /** Called before each further attempt. */
  onFailure?(failure: TransientError): void;
}

/**
 * Tries until it succeeds, fails for good, or patience ends; pauses grow, with some chance in them so that many clients
 * don't come back at once.
 * @throws what the last attempt failed with, or the signal's reason
 */
export async function retry<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const { until, attempts = Number.POSITIVE_INFINITY, signal, onFailure } = patience;
  for (let made = 1; ; made++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof TransientError)) throw failure;
      const pause = retryDelay(made, failure);
      if (made >= attempts || performance.now() + pause > until) throw failure.error;
      onFailure?.(failure);
      await delay(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Milliseconds to wait after that many attempts have failed. */
export function retryDelay(made: number, { retryAfter = 0 }: { retryAfter?: number | undefined }): number {
  const grown = Math.min(longestPause, firstPause * 2 ** Math.min(made - 1, 10));
  return Math.max(grown * (0.5 + Math.random() / 2), Math.min(retryAfter * 1000, longestWish));
}

/** Milliseconds and attempts for a command that only asks something. */
const briefPatience = 20_000;
const briefAttempts = 3;

/** `retry`, for a person who waits for the answer. */
export function retryBriefly<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retry(attempt, { until: performance.now() + briefPatience, attempts: briefAttempts, signal });
}
