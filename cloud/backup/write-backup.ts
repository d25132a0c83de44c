import { existsSync } from 'node:fs';
import { open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import Type, { type Static } from 'typebox';
import { reasonOf, ServiceError, serviceError, usageError } from '../../kernel/errors.ts';
import { removeStaleFolders } from '../../runner/remove-stale-folders.ts';
import { makeTemporaryFolder } from '../../runner/temporary-folder.ts';
import type { Database } from '../store/database.ts';
import { type BackupManifest, databaseFolder, manifestFile, measureFolder } from './backup-manifest.ts';

/** A backup that was written. */
export const Backup = Type.Object({
  file: Type.String(),
  bytes: Type.Integer(),
  /** RFC 3339: everything that was acknowledged before this time is in the backup. */
  createdAt: Type.String(),
});
export type Backup = Static<typeof Backup>;

/**
 * Backs up an embedded database into a new file. Requests wait while the database files are copied, not while they are
 * compressed. The file appears when it is complete and flushed to disk.
 * @param file absolute; its folder needs space for two copies of the database
 * @throws {ServiceError} UNWRITABLE_PATH, INVALID_USAGE for a PostgreSQL server
 */
export async function writeBackup(database: Database, file: string): Promise<Backup> {
  if (!database.copyFiles)
    throw usageError('Only the embedded database can be backed up; use pg_dump for a PostgreSQL server');
  if (existsSync(file)) throw unwritable(file, 'the file already exists');
  try {
    const parent = dirname(file);
    await removeStaleFolders([parent]);
    const folder = await makeTemporaryFolder({ prefix: 'service-backup', parent });
    try {
      const copy = join(folder.path, databaseFolder);
      await database.copyFiles(copy);
      const createdAt = new Date().toISOString();
      const manifest: BackupManifest = { format: 'service-backup-1', createdAt, ...(await measureFolder(copy)) };
      await writeFile(join(folder.path, manifestFile), JSON.stringify(manifest));
      const draft = join(folder.path, 'draft');
      await create({ file: draft, cwd: folder.path, gzip: { level: 1 }, portable: true, strict: true, mode: 0o600 }, [
        manifestFile,
        databaseFolder,
      ]);
      await flush(draft);
      await rename(draft, file);
      await flush(parent);
      return { file, bytes: (await stat(file)).size, createdAt };
    } finally {
      await folder.remove();
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : unwritable(file, reasonOf(error), error);
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

function unwritable(path: string, reason: string, cause?: unknown): ServiceError {
  return serviceError('UNWRITABLE_PATH', { path, reason }, { cause });
}
