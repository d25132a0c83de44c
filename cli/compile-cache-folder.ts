import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { cacheFolder } from '../runner/user-folders.ts';

const writableByOthers = 0o022;

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
    return [own, folder].every(isOurs) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOurs(folder: string): boolean {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) return false;
  // Windows has neither user IDs nor mode bits.
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & writableByOthers) === 0);
}
