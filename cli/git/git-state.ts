import { resolve } from 'node:path';
import type { GitState } from '../../kernel/git-state.ts';
import { isGitDirty } from './git-dirty.ts';
import { readGitHead } from './git-head.ts';
import { gitRemoteIn } from './git-remote.ts';
import { findRepository } from './repository.ts';

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
