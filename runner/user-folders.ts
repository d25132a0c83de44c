import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where this user's programs keep things, each of them undefined where the environment names no place. A relative path
 * counts for none: it would lead into whatever folder we are started in.
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */

/** What can be made again. */
export function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_CACHE_HOME) ?? absolute(LOCALAPPDATA) ?? below(HOME, '.cache'));
}

/** What the user decided: keys, and which plugins may run. */
export function configFolder({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_CONFIG_HOME) ?? below(homeOfUser(), '.config'));
}

/** What must not be lost: the store of `serve`. */
export function dataFolder({ XDG_DATA_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  return ownFolder(absolute(XDG_DATA_HOME) ?? absolute(LOCALAPPDATA) ?? below(HOME, '.local/share'));
}

function ownFolder(place: string | undefined): string | undefined {
  return place === undefined ? undefined : join(place, 'service');
}

function below(home: string | undefined, path: string): string | undefined {
  const folder = absolute(home);
  return folder === undefined ? undefined : join(folder, path);
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** HOME, else what the system knows of the user: nothing, for a number that a container was started as. */
function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
