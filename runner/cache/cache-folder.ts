import { join } from 'node:path';

/**
 * The folder in which this user's programs keep what they can make again; undefined where the environment names none.
 * cli/service.ts has the same for the compile cache, without importing anything.
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  const above = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.cache'));
  return above ? join(above, 'service') : undefined;
}
