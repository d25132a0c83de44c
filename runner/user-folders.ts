import type { Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folders for files of this user; undefined where the environment names none. Relative paths are ignored, because they
 * would depend on the current folder.
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */

/** For files that can be recreated. */
export function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_CACHE_HOME) ?? absolute(LOCALAPPDATA) ?? below(HOME, '.cache'));
}

/** For decisions of the user: API keys, and which plugins may run. */
export function configFolder({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_CONFIG_HOME) ?? below(homeOfUser(), '.config'));
}

/** For data that must not be lost: the store of `serve`. */
export function dataFolder({ XDG_DATA_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_DATA_HOME) ?? absolute(LOCALAPPDATA) ?? below(HOME, '.local/share'));
}

const writableByOthers = 0o022;

/** Whether nobody but this user can write to a file or folder. Windows has neither user ids nor modes. */
export function isOurs({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & writableByOthers) === 0);
}

function ownFolder(base: string | undefined): string | undefined {
  return base === undefined ? undefined : join(base, 'service');
}

function below(home: string | undefined, path: string): string | undefined {
  const folder = absolute(home);
  return folder === undefined ? undefined : join(folder, path);
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** HOME, else the home folder of the user; undefined for a user id without an account, as in containers. */
function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
