import { join, resolve } from 'node:path';
import { findRepository, readGitFile } from './repository.ts';

/**
 * Returns the default branch of `origin`, as far as a clone knows it, or else the branch that is checked out if it has a
 * usual name; undefined if there is no repository, the branch may be another one, or its name has characters that
 * patterns of branches treat specially. Reads the files of Git directly: running git in an untrusted folder could
 * execute code.
 */
export async function detectDefaultBranch(folder: string): Promise<string | undefined> {
  const repository = await findRepository(resolve(folder));
  if (!repository) return undefined;
  const { gitFolder, commonFolder } = repository;
  const origin = readGitFile(join(commonFolder, 'refs/remotes/origin/HEAD'));
  const head = readGitFile(join(gitFolder, 'HEAD'));
  const local = localBranch.exec(head ?? '')?.[1];
  return originBranch.exec(origin ?? '')?.[1] ?? (local !== undefined && usual.has(local) ? local : undefined);
}

const originBranch = /^ref: refs\/remotes\/origin\/(\w[\w./-]*)$/m;
const localBranch = /^ref: refs\/heads\/(\w[\w./-]*)$/m;
/** Another one that is checked out may be a branch for one change. */
const usual = new Set(['main', 'master', 'develop', 'trunk']);
