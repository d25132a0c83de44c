import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks whether another process has finished. */
const pause = 100;

/**
 * Locks a file, which is created if it is missing. The lock is one of the operating system, taken through SQLite, and
 * ends with the process however that ends: there are no stale locks, and no process ids that are reused or belong to
 * another container.
 * @returns undefined when another process, or this one, holds the lock
 * @throws {Error} when the file cannot be locked, for example without permission to write it
 */
export function lockFile(path: string): { release(): void } | undefined {
  const file = new DatabaseSync(path);
  try {
    // Nothing is ever written: no journal file is needed.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}

/** Waits until no other process holds the lock, and takes it; see `lockFile`. */
export async function waitForLock(path: string, signal?: AbortSignal): Promise<Disposable> {
  for (;;) {
    const lock = lockFile(path);
    if (lock) return { [Symbol.dispose]: () => lock.release() };
    await delay(pause, undefined, { ...(signal && { signal }) });
  }
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
