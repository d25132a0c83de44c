import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../../runner/source/regular-file.ts';

/** Bytes of a file of Git, unless the reader knows better. */
const defaultMaxBytes = 256 * 1024;

/** The folders with the state of a repository, absolute. */
export interface Repository {
  /** With `HEAD`. */
  gitFolder: string;
  /** With `config` and the branches; the same unless it is a worktree. */
  commonFolder: string;
}

/**
 * Finds the repository that a folder is in. Git is not started: in an untrusted folder it could execute code.
 * @param folder absolute
 */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, '.git');
    const kind = await kindOf(path);
    if (kind === 'folder') return { gitFolder: path, commonFolder: path };
    if (kind === 'file') return linkedRepository(above, path);
    if (above === dirname(above)) return undefined;
  }
}

/** `.git` is a file in worktrees and submodules (https://git-scm.com/docs/gitrepository-layout). */
function linkedRepository(folder: string, path: string): Repository | undefined {
  const [, target] = /^gitdir: (.+)$/m.exec(readGitFile(path) ?? '') ?? [];
  if (target === undefined) return undefined;
  const gitFolder = resolve(folder, target);
  const common = readGitFile(join(gitFolder, 'commondir'))?.trim();
  return { gitFolder, commonFolder: resolve(gitFolder, common ?? '.') };
}

/** Reads a text file of Git; undefined if it is missing, too large or no regular file. */
export function readGitFile(path: string, maxBytes = defaultMaxBytes): string | undefined {
  try {
    return readRegularFile(path, maxBytes)?.toString('utf8');
  } catch {
    return undefined;
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}
