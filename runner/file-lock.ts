import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a file for this process alone; it is made when it is missing. SQLite holds the lock as one of the operating
 * system, which ends with the process however it ends: no stale file, no process id that means another process in
 * another container.
 * @returns undefined when another process, or this one, has it
 * @throws {Error} when there can't be a lock on that file, for want of rights for example
 */
export function lockFile(path: string): { release(): void } | undefined {
  const file = new DatabaseSync(path);
  try {
    // Nothing is ever written: no journal is needed beside it.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
