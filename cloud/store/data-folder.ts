import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import { makeFolder } from '../../runner/make-folder.ts';
import { fileErrorReason } from '../../runner/source/readable-file.ts';

/** The folder with the files of the embedded database. */
export const databaseFolder = (folder: string) => join(folder, 'database');

/**
 * A file next to the database with its state: `creating`, then `ready`. It distinguishes a store whose database was deleted from
 * a new one.
 */
const markerFile = (folder: string) => join(folder, 'store');

/** PostgreSQL writes PG_VERSION into a complete data directory: https://www.postgresql.org/docs/current/storage-file-layout.html */
const hasDatabase = (folder: string) => existsSync(join(databaseFolder(folder), 'PG_VERSION'));

/** Whether a data folder has, or had, a database. */
export const hasStore = (folder: string) => hasDatabase(folder) || existsSync(markerFile(folder));

/**
 * Prepares a data folder before its database is opened. The caller holds the lock of the folder.
 * @returns `ready`, to be called once the database is open
 * @throws {ServiceError} STORE_DAMAGED when the database was deleted
 */
export function prepareStore(folder: string): { ready(): void } {
  const marker = markerFile(folder);
  const state = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (!hasDatabase(folder) || state === 'creating') {
    if (state === 'ready' || (state === undefined && existsSync(databaseFolder(folder))))
      throw serviceError('STORE_DAMAGED', { folder });
    writeFileSync(marker, 'creating\n', { mode: 0o600 });
    // The first start was interrupted: nothing in there was ever acknowledged.
    rmSync(databaseFolder(folder), { recursive: true, force: true });
  }
  return { ready: () => writeFileSync(marker, 'ready\n', { mode: 0o600 }) };
}

/** Virtual file systems, which do not keep files. /dev/shm is allowed for tests. */
const virtualFileSystems = /^(\/(?:proc|sys|dev(?!\/shm\/.)))\//;

/**
 * Creates a data folder if it is missing.
 * @param folder absolute
 * @throws {ServiceError} DATA_FOLDER_UNUSABLE
 */
export function makeDataFolder(folder: string): void {
  assertRealFileSystem(folder);
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw serviceError('DATA_FOLDER_UNUSABLE', { folder, reason: fileErrorReason(error) }, { cause: error });
  }
}

/** @throws {ServiceError} DATA_FOLDER_UNUSABLE for a folder on a virtual file system */
export function assertRealFileSystem(folder: string): void {
  const mount = virtualFileSystems.exec(`${resolveLinks(folder)}/`)?.[1];
  if (mount === undefined || process.platform === 'win32') return;
  throw serviceError('DATA_FOLDER_UNUSABLE', { folder, reason: `${mount} is a virtual file system` });
}

/** The path of a folder without links; the folder may be missing. */
function resolveLinks(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(above)) return join(realpathSync(above), relative(above, folder));
    if (dirname(above) === above) return folder;
  }
}

/**
 * Refuses a data folder that other users can read or write: it contains keys, uploads and the token of the admin server.
 * @throws {ServiceError} DATA_FOLDER_EXPOSED
 */
export function assertPrivate(folder: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(folder);
  // A volume that root mounts for a group, as Kubernetes does with `fsGroup`, is private to that group.
  const isOwner = uid === process.getuid?.();
  if ((mode & 0o006) === 0 && (!isOwner || (mode & 0o060) === 0)) return;
  throw serviceError('DATA_FOLDER_EXPOSED', { folder, mode: (mode & 0o777).toString(8).padStart(3, '0') });
}
