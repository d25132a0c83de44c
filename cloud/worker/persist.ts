import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from '../store/database-away.ts';

/** Milliseconds. */
const longestBackoff = 5_000;

/**
 * Does something with the database, again and again while the database is away. What is done must bear being done
 * twice: an answer may have been lost.
 * @param signal gives up
 */
export async function persist<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let backoff = 100; ; backoff = Math.min(backoff * 2, longestBackoff)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
    }
    await delay(backoff, undefined, { signal });
  }
}
