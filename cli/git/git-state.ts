import { join, resolve } from 'node:path';
import type { GitState } from '../../kernel/git-state.ts';
import { isGitDirty } from './git-dirty.ts';
import { gitRemoteIn } from './git-remote.ts';
import { findRepository, type Repository, readGitFile } from './repository.ts';

/** Detects the state of the git repository of a folder. Never fails, and runs nothing of the folder: what is unknown is absent. */
export async function detectGitState(folder: string): Promise<GitState> {
  const repository = await findRepository(resolve(folder));
  if (!repository) return {};
  const remote = gitRemoteIn(repository);
  const { commit, branch } = readGitHead(repository);
  const dirty = commit === undefined ? undefined : await isGitDirty(folder);
  return {
    ...(remote !== undefined && { gitRemote: remote }),
    ...(commit !== undefined && { gitCommit: commit }),
    ...(branch !== undefined && { gitBranch: branch }),
    ...(dirty !== undefined && { gitDirty: dirty }),
  };
}

/** Bytes; a repository with a hundred thousand branches and tags has about 8 MiB. */
const maxPackedRefs = 16 * 1024 * 1024;
/** Characters (CONTRACT 1). */
const maxBranchLength = 256;

/** SHA-1, or SHA-256 (https://git-scm.com/docs/hash-function-transition). */
const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Reads what is checked out: the commit, and the branch unless HEAD is detached. */
function readGitHead({ gitFolder, commonFolder }: Repository): { commit?: string; branch?: string } {
  const head = readGitFile(join(gitFolder, 'HEAD'))?.trim() ?? '';
  if (commitPattern.test(head)) return { commit: head };
  const [, ref] = /^ref: (refs\/heads\/.+)$/.exec(head) ?? [];
  if (ref === undefined || ref.split('/').includes('..')) return {};
  const branch = ref.slice('refs/heads/'.length);
  const commit = readGitFile(join(commonFolder, ref))?.trim() ?? packedCommit(commonFolder, ref);
  // In a new repository, the branch has no commit yet.
  if (commit === undefined || !commitPattern.test(commit)) return {};
  const isValid = branch.length <= maxBranchLength && !/\p{Cc}/u.test(branch);
  return { commit, ...(isValid && { branch }) };
}

/** Git moves branches to one file (https://git-scm.com/docs/git-pack-refs). */
function packedCommit(commonFolder: string, ref: string): string | undefined {
  const lines = readGitFile(join(commonFolder, 'packed-refs'), maxPackedRefs)?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ', 1)[0];
}
