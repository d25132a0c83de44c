import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { cacheFolder, isOurs } from '../runner/user-folders.ts';

/**
 * Returns the folder of Node's compile cache; undefined if other users can write to it, because cached code is executed. Node's
 * default is in the temporary folder, where runs must not leave files.
 */
export function compileCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const own = cacheFolder(env);
  if (own === undefined) return undefined;
  const folder = join(own, 'compile');
  try {
    makeFolder(dirname(own));
    makeFolder(folder, 0o700);
    return [own, folder].every(isOwnFolder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && isOurs(stats);
}
