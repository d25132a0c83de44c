import { randomBytes } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { unwritable } from '../runner/source/readable-file.ts';

/**
 * Replaces a file of this user's in one step: whoever reads it sees the old text or the new one. Nobody else may read it,
 * or list its folder.
 * @param path absolute
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(folder, 0o700);
    await chmod(folder, 0o700);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw unwritable(path, error);
  }
}
