import { createReadStream, existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar';
import { reasonOf, type ServiceError, serviceError } from '../../kernel/errors.ts';
import { makeFolder } from '../../runner/make-folder.ts';
import { removeStaleFolders } from '../../runner/remove-stale-folders.ts';
import { makeTemporaryFolder } from '../../runner/temporary-folder.ts';
import { readValue } from '../admin/read-value.ts';
import { assertRealFileSystem } from '../store/data-folder.ts';
import { openEmbeddedDatabase } from '../store/embedded-database.ts';
import { BackupManifest, databaseFolder, manifestFile, measureFolder } from './backup-manifest.ts';

/** A data folder that was restored from a backup. */
type Restored = {
  folder: string;
  /** RFC 3339: when the backup was taken. */
  createdAt: string;
  accounts: number;
  runs: number;
};

/**
 * Restores a backup into a data folder. The folder appears when it is complete and its database opens; after an error
 * nothing is left behind.
 * @param folder absolute; empty or missing
 * @throws {ServiceError} DATA_FOLDER_UNUSABLE, BACKUP_INVALID, FOLDER_NOT_EMPTY, UNREADABLE_PATH, UNWRITABLE_PATH
 */
export async function restoreBackup(file: string, folder: string): Promise<Restored> {
  await access(file).catch((error: unknown) => {
    throw serviceError('UNREADABLE_PATH', { path: file, reason: reasonOf(error) }, { cause: error });
  });
  assertRealFileSystem(folder);
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw serviceError('FOLDER_NOT_EMPTY', { folder });
  const staging = await makeStaging(folder);
  try {
    const data = join(staging.path, 'data');
    await mkdir(data, { mode: 0o700 });
    const { createdAt } = await unpack(file, data);
    const counts = await tryDatabase(file, data);
    // Replaces an empty folder only.
    await rename(data, folder).catch((error: unknown) => {
      throw unwritable(folder, error);
    });
    return { folder, createdAt, ...counts };
  } finally {
    await staging.remove();
  }
}

async function makeStaging(folder: string) {
  const parent = dirname(folder);
  try {
    makeFolder(parent);
    await removeStaleFolders([parent]);
    return await makeTemporaryFolder({ prefix: 'service-restore', parent });
  } catch (error) {
    throw unwritable(parent, error);
  }
}

/** Unpacks a backup and checks that it is complete. */
async function unpack(file: string, data: string): Promise<BackupManifest> {
  try {
    await extractAll(file, data);
    const path = join(data, manifestFile);
    const manifest = readValue(BackupManifest, JSON.parse(await readFile(path, 'utf8')));
    await rm(path);
    const { files, bytes } = await measureFolder(join(data, databaseFolder));
    if (files !== manifest.files || bytes !== manifest.bytes) throw new Error('the archive is incomplete');
    return manifest;
  } catch (error) {
    throw invalid(file, error);
  }
}

/** Unzips with Node's zlib, which reports a truncated archive. */
async function extractAll(file: string, data: string): Promise<void> {
  let first: string | undefined;
  let fault: string | undefined;
  const archive = extract({
    cwd: data,
    // So that no write is pending when extraction fails and the folder is removed.
    sync: true,
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      first ??= path;
      if (first !== manifestFile) fault ??= 'it is not a backup of service';
      else if (!isExpected(path, entry)) fault ??= `it contains an unexpected entry ${path}`;
      return fault === undefined;
    },
  });
  await pipeline(createReadStream(file), createGunzip(), archive);
  if (fault !== undefined) throw new Error(fault);
}

function isExpected(path: string, entry: object): boolean {
  const type = 'type' in entry ? entry.type : undefined;
  if (path === manifestFile) return type === 'File';
  return (type === 'File' || type === 'Directory') && path.split('/')[0] === databaseFolder;
}

/** Opens the restored database and counts its rows. */
async function tryDatabase(file: string, data: string): Promise<Pick<Restored, 'accounts' | 'runs'>> {
  try {
    const { kysely, close } = await openEmbeddedDatabase(data);
    try {
      const count = ({ fn }: { fn: typeof kysely.fn }) => fn.countAll<number>().as('count');
      const { count: accounts } = await kysely.selectFrom('accounts').select(count).executeTakeFirstOrThrow();
      const { count: runs } = await kysely.selectFrom('runs').select(count).executeTakeFirstOrThrow();
      return { accounts, runs };
    } finally {
      await close();
    }
  } catch (error) {
    throw invalid(file, error);
  }
}

function invalid(file: string, cause: unknown): ServiceError {
  return serviceError('BACKUP_INVALID', { file, reason: reasonOf(cause) }, { cause });
}

function unwritable(path: string, cause: unknown): ServiceError {
  return serviceError('UNWRITABLE_PATH', { path, reason: reasonOf(cause) }, { cause });
}
