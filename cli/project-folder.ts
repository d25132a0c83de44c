import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serviceError } from '../kernel/errors.ts';
import { unreadable } from '../runner/source/readable-file.ts';

/**
 * Returns the absolute path of the `--cwd` folder.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export async function projectFolder(cwd: string): Promise<string> {
  try {
    if ((await stat(cwd)).isDirectory()) return resolve(cwd);
  } catch (error) {
    throw unreadable(cwd, error);
  }
  throw serviceError('UNREADABLE_PATH', { path: cwd, reason: 'not a folder' });
}
