import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import { makeFolder } from '../../runner/make-folder.ts';
import { inWords } from '../../runner/source/readable-file.ts';

/** Where the files of the embedded database are. */
export const databaseFolder = (folder: string) => join(folder, 'database');

/**
 * Says, beside the database, whether one was ever complete in this folder: `creating`, then `ready`. Without it a store
 * whose files have been removed could not be told from a new one.
 */
const markerFile = (folder: string) => join(folder, 'store');

/** PostgreSQL's own mark of a complete data directory: https://www.postgresql.org/docs/current/storage-file-layout.html */
const hasDatabase = (folder: string) => existsSync(join(databaseFolder(folder), 'PG_VERSION'));

/**
 * Whether a data folder has held a database: this process's lock was there then, too.
 */
export const hasStore = (folder: string) => hasDatabase(folder) || existsSync(markerFile(folder));

/**
 * Prepares a data folder for its database to be opened; to be called by who has its lock.
 * @returns to be called once the database is open
 * @throws {ServiceError} STORE_DAMAGED when a database was here and is not any more
 */
export function prepareStore(folder: string): { ready(): void } {
  const marker = markerFile(folder);
  const state = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (!hasDatabase(folder) || state === 'creating') {
    if (state === 'ready' || (state === undefined && existsSync(databaseFolder(folder))))
      throw serviceError('STORE_DAMAGED', { folder });
    writeFileSync(marker, 'creating\n', { mode: 0o600 });
    // A first start that did not get to its end: nothing in there was ever acknowledged.
    rmSync(databaseFolder(folder), { recursive: true, force: true });
  }
  return { ready: () => writeFileSync(marker, 'ready\n', { mode: 0o600 }) };
}

/** File systems of the kernel's own, which keep nothing; but one in memory, where tests may keep a store. */
const kernels = /^(\/(?:proc|sys|dev(?!\/shm\/.)))\//;

/**
 * Makes a data folder that is missing.
 * @param folder absolute
 * @throws {ServiceError} DATA_FOLDER_UNUSABLE
 */
export function makeDataFolder(folder: string): void {
  refuseKernelFolder(folder);
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw serviceError('DATA_FOLDER_UNUSABLE', { folder, reason: inWords(error) }, { cause: error });
  }
}

/** @throws {ServiceError} DATA_FOLDER_UNUSABLE for a folder where nothing is kept */
export function refuseKernelFolder(folder: string): void {
  const below = kernels.exec(`${realPlace(folder)}/`)?.[1];
  if (below === undefined || process.platform === 'win32') return;
  throw serviceError('DATA_FOLDER_UNUSABLE', { folder, reason: `${below} belongs to the kernel and keeps no files` });
}

/** Where a folder is, or would be made, once links are followed. */
function realPlace(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(above)) return join(realpathSync(above), relative(above, folder));
    if (dirname(above) === above) return folder;
  }
}

/**
 * Refuses a data folder that other users may read or write: keys, uploads and the way in for operators are in it.
 * @throws {ServiceError} DATA_FOLDER_EXPOSED
 */
export function refuseExposed(folder: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(folder);
  // A volume that root mounts for a group, as Kubernetes does with `fsGroup`, is that group's alone.
  const isOwn = uid === process.getuid?.();
  if ((mode & 0o006) === 0 && (!isOwn || (mode & 0o060) === 0)) return;
  throw serviceError('DATA_FOLDER_EXPOSED', { folder, mode: (mode & 0o777).toString(8).padStart(3, '0') });
}
