import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serviceError } from '../../kernel/errors.ts';

/**
 * Takes a data folder for this process alone. SQLite holds the lock as one of the operating system, which ends with
 * the process however it ends: no stale file, no process id that means another process in another container.
 * @throws {ServiceError} DATA_FOLDER_IN_USE
 */
export function lockFolder(folder: string): { release(): void } {
  const file = new DatabaseSync(join(folder, 'lock'));
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    throw serviceError('DATA_FOLDER_IN_USE', { folder }, { cause: error });
  }
  return { release: () => file.close() };
}
