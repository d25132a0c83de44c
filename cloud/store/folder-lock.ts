import { join } from 'node:path';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { lockFile } from '../../runner/file-lock.ts';

/** What is locked in a data folder while a process uses it. */
export const folderLock = (folder: string) => join(folder, 'lock');

/**
 * Takes a data folder for this process alone.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, UNWRITABLE_PATH
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = tryLock(folder);
  if (lock === undefined) throw serviceError('DATA_FOLDER_IN_USE', { folder });
  return lock;
}

function tryLock(folder: string) {
  try {
    return lockFile(folderLock(folder));
  } catch (error) {
    throw serviceError('UNWRITABLE_PATH', { path: folder, reason: reasonOf(error) }, { cause: error });
  }
}
