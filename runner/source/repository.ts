import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ancestors } from '../ancestors.ts';
import { maxLevels } from './stored-path.ts';
import { workspaceRoot } from './workspace.ts';

/** The nearest folder with `.git`, starting with the folder itself. */
export function repositoryRoot(folder: string): string | undefined {
  return ancestors(folder).find((one) => exists(join(one, '.git')));
}

/**
 * The repository around a project, in which files above the project may be read, or the workspace, where there is no repository;
 * undefined if the project is its root, or too deep inside.
 * @param root the project's real folder
 */
export function repositoryAbove(root: string): string | undefined {
  const repository = repositoryRoot(root) ?? workspaceRoot(root);
  if (repository === undefined || repository === root) return undefined;
  return relative(repository, root).split(sep).length <= maxLevels ? repository : undefined;
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
