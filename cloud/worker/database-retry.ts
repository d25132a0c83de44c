import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../store/database-errors.ts';

/** Milliseconds. */
const maxBackoff = 5_000;

/**
 * Retries a database operation with backoff while the database is unavailable.
 * @param operation idempotent: a response may have been lost
 * @param signal stops retrying
 */
export async function withDatabaseRetry<T>(operation: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let backoff = 100; ; backoff = Math.min(backoff * 2, maxBackoff)) {
    try {
      return await operation();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal.aborted) throw error;
    }
    await delay(backoff, undefined, { signal });
  }
}
