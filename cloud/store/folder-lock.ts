import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { lockFile } from '../../runner/file-lock.ts';

/** The file that is locked while a process uses a data folder. */
export const folderLock = (folder: string) => join(folder, 'lock');

/** Milliseconds between checks of the holder that its lock file still exists, and for which others wait for it to be restored. */
const checkInterval = 500;
const restoreTimeout = 4 * checkInterval;

/**
 * Locks a data folder for this process. If the lock file is deleted, the holder restores it; a process that finds no
 * lock file in a folder that has been used waits for that.
 * @param options.used whether the folder has been used before: lock files are never removed
 * @throws {ServiceError} DATA_FOLDER_IN_USE, UNWRITABLE_PATH
 */
export async function lockFolder(folder: string, { used }: { used: boolean }): Promise<{ release(): void }> {
  const path = folderLock(folder);
  if (used && !existsSync(path)) await delay(restoreTimeout);
  let lock = tryLock(folder);
  let file = fileId(path);
  const timer = setInterval(() => {
    if (fileId(path) === file) return;
    // An uncaught error ends the process: two processes would corrupt the database.
    const restored = tryLock(folder);
    lock.release();
    lock = restored;
    file = fileId(path);
  }, checkInterval);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      lock.release();
    },
  };
}

function tryLock(folder: string): { release(): void } {
  let lock: ReturnType<typeof lockFile>;
  try {
    lock = lockFile(folderLock(folder));
  } catch (error) {
    throw serviceError('UNWRITABLE_PATH', { path: folder, reason: reasonOf(error) }, { cause: error });
  }
  if (lock === undefined) throw serviceError('DATA_FOLDER_IN_USE', { folder });
  return lock;
}

/** The identity of the file at a path; undefined when there is none. */
function fileId(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
