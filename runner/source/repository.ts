import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { mostLevels } from './above.ts';

/** The nearest folder upwards, the folder itself included, that holds `.git`. */
export function repositoryRoot(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (isThere(join(current, '.git'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/**
 * The folder in which files above a project may be read: its repository, where that begins above it and not too far.
 * @param root the project's real folder
 */
export function repositoryAbove(root: string): string | undefined {
  const repository = repositoryRoot(root);
  if (repository === undefined || repository === root) return undefined;
  return relative(repository, root).split(sep).length <= mostLevels ? repository : undefined;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
