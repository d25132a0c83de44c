import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { replaceFile } from '../runner/replace-file.ts';
import { unwritable } from '../runner/source/readable-file.ts';

/**
 * Atomically replaces a private file of the user; file and folder are accessible only to the user.
 * @param path absolute
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  try {
    makeFolder(folder, 0o700);
    await chmod(folder, 0o700);
    await replaceFile(path, text, { mode: 0o600, sync: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}
