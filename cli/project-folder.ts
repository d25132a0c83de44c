import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf, serviceError } from '../kernel/errors.ts';

/**
 * The folder that `--cwd` names, absolute.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export async function projectFolder(cwd: string): Promise<string> {
  try {
    if ((await stat(cwd)).isDirectory()) return resolve(cwd);
  } catch (error) {
    throw serviceError('UNREADABLE_PATH', { path: cwd, reason: reasonOf(error) }, { cause: error });
  }
  throw serviceError('UNREADABLE_PATH', { path: cwd, reason: 'it is not a folder' });
}
