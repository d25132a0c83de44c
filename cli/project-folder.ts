import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ServiceError, serviceError } from '../kernel/errors.ts';
import { unreadable } from '../runner/source/readable-file.ts';
import { repositoryRoot } from '../runner/source/repository.ts';
import { configPath } from './project-config.ts';

/**
 * Returns the folder of the project around the current folder, like npm: the nearest parent with a package.json, within the
 * repository and below the home folder. The current folder itself if there is none, or if it has a configuration.
 * @param warn called if it is another folder
 */
export function projectAround(current: string, warn: (message: string) => void): string {
  const boundary = repositoryRoot(current);
  const isProject = (folder: string) => existsSync(join(folder, 'package.json'));
  if (boundary === undefined || isProject(current) || existsSync(join(current, configPath))) return current;
  for (let folder = current; folder !== boundary && folder !== homedir(); ) {
    folder = dirname(folder);
    if (!isProject(folder)) continue;
    warn(`No package.json in this folder; using ${folder}`);
    return folder;
  }
  return current;
}

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
  const { code, message } = serviceError('UNREADABLE_PATH', { path: cwd, reason: 'not a folder' });
  throw new ServiceError(code, message, `Pass the folder of the project: --cwd ${dirname(cwd)}.`);
}
