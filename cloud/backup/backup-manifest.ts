import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';

/** The first file of a backup: its format, and the number and size of the files in `database/`. */
export const BackupManifest = Type.Object({
  format: Type.Literal('service-backup-1'),
  /** RFC 3339 */
  createdAt: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
});
export type BackupManifest = Static<typeof BackupManifest>;

export const manifestFile = 'backup.json';
export const databaseFolder = 'database';

/** The number of files in a folder, recursively, and their total size in bytes. */
export async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size),
  );
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
