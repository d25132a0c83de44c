import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { cacheFolder } from '../runner/user-folders.ts';

const writableByOthers = 0o022;

/**
 * Where Node.js keeps what it compiled of us: not its own default, which is in the temporary folder, where a run leaves
 * nothing. Compiled code is run as it is, so it is only had from a folder that nobody else can write to; else undefined.
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
  // Windows has neither.
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & writableByOthers) === 0);
}
