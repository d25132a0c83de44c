import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { lockFile } from '../../runner/file-lock.ts';

/** What is locked in a data folder while a process uses it. */
export const folderLock = (folder: string) => join(folder, 'lock');

/** Milliseconds between two looks of the holder whether its file is still there, and that others wait for it to put it back. */
const lookInterval = 500;
const backAfter = 4 * lookInterval;

/**
 * Takes a data folder for this process alone. A lock file that some tool removes is put back by its holder; who finds
 * none where there should be one waits for that.
 * @param options.used whether processes have used the folder before: each leaves its lock file
 * @throws {ServiceError} DATA_FOLDER_IN_USE, UNWRITABLE_PATH
 */
export async function lockFolder(folder: string, { used }: { used: boolean }): Promise<{ release(): void }> {
  const path = folderLock(folder);
  if (used && !existsSync(path)) await delay(backAfter);
  let lock = tryLock(folder);
  let file = fileAt(path);
  const looking = setInterval(() => {
    if (fileAt(path) === file) return;
    // Thrown here it ends the process: two of them on one database would destroy it.
    const again = tryLock(folder);
    lock.release();
    lock = again;
    file = fileAt(path);
  }, lookInterval);
  looking.unref();
  return {
    release() {
      clearInterval(looking);
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

/** Which file is at a path; undefined when none is. */
function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
