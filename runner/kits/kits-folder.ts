import { existsSync, lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import { reachableByAll, readableByAll } from '../sandbox/readable-by-all.ts';
import { startedAsRoot } from '../sandbox/user-slots.ts';
import { cacheFolder } from '../user-folders.ts';

const writableByOthers = 0o022;

/**
 * The folder with the kits of this user: SERVICE_KITS_DIR, else below the cache folder. As root, sandboxed processes are other
 * users, who cannot reach root's home: then it is the cache of the system.
 * @throws {ServiceError} NO_HOME_FOLDER if the environment names none
 */
export function kitsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const given = environment['SERVICE_KITS_DIR'];
  if (given !== undefined && isAbsolute(given)) return given;
  const cache = cacheFolder(environment);
  if (startedAsRoot() && (cache === undefined || !isReachable(cache))) return '/var/cache/service/kits';
  if (cache === undefined)
    throw serviceError('NO_HOME_FOLDER', { what: 'the packages of n8n', instead: 'set SERVICE_KITS_DIR to a folder' });
  return join(cache, 'kits');
}

/** Why a folder may not be used: somebody else could have written to it. undefined if it may. */
export function faultOfFolder(folder: string): string | undefined {
  const entry = lstatSync(folder);
  const own = process.getuid?.();
  if (!entry.isDirectory()) return 'it is not a folder';
  // Root can write everywhere anyway.
  if (own !== undefined && entry.uid !== own && entry.uid !== 0) return 'it belongs to another user';
  if (own !== undefined && (entry.mode & writableByOthers) !== 0) return 'other users can write to it';
  return undefined;
}

function isReachable(folder: string): boolean {
  const nearest = existsSync(folder) ? folder : undefined;
  if (nearest === undefined) return dirname(folder) === folder || isReachable(dirname(folder));
  return reachableByAll(nearest) && readableByAll(nearest);
}

/** Where the lock file of a kit lies that does not come with us. @throws {ServiceError} NO_HOME_FOLDER */
export function lockFolder(name: string, environment: NodeJS.ProcessEnv): string {
  return join(kitsFolder(environment), 'locks', name);
}
