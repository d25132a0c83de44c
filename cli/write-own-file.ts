import { randomBytes } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { unwritable } from '../runner/source/readable-file.ts';

/**
 * Atomically replaces a private file of the user; file and folder are accessible only to the user.
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
