import { setTimeout as delay } from 'node:timers/promises';
import { TransientError } from './failure.ts';

/** Milliseconds between attempts; `Retry-After` can be longer, up to `maxRetryAfter`. */
const minDelay = 250;
const maxDelay = 5_000;
const maxRetryAfter = 60_000;

interface RetryOptions {
  /** No attempt starts after this time of `performance.now()`. */
  until: number;
  /** Maximum number of attempts. */
  attempts?: number;
  signal: AbortSignal;
  /** Called before each retry. */
  onFailure?(failure: TransientError): void;
}

/**
 * Retries transient errors with exponential backoff and jitter.
 * @throws the error of the last attempt, or the reason of the signal
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { until, attempts = Number.POSITIVE_INFINITY, signal, onFailure } = options;
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

/** Returns the milliseconds to wait after a number of failed attempts. */
export function retryDelay(made: number, { retryAfter = 0 }: { retryAfter?: number | undefined }): number {
  const grown = Math.min(maxDelay, minDelay * 2 ** Math.min(made - 1, 10));
  return Math.max(grown * (0.5 + Math.random() / 2), Math.min(retryAfter * 1000, maxRetryAfter));
}

/** Milliseconds and attempts of `retryBriefly`. */
const briefTimeout = 20_000;
const briefAttempts = 3;

/** `retry` with limits for interactive commands. */
export function retryBriefly<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retry(attempt, { until: performance.now() + briefTimeout, attempts: briefAttempts, signal });
}
