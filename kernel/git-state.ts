/** The state of the git repository of a project when it was verified; what is unknown is absent. */
export interface GitState {
  /** URL of the remote, without credentials. */
  gitRemote?: string;
  /** The commit that was checked out. */
  gitCommit?: string;
  gitBranch?: string;
  /** Whether files of the project differed from the commit. */
  gitDirty?: boolean;
}

/** Characters of a commit that are shown. */
const shownLength = 7;

/** Returns `main 1a2b3c4, uncommitted changes`; undefined if the commit is unknown. */
export function gitText({ gitCommit, gitBranch, gitDirty }: GitState): string | undefined {
  if (gitCommit === undefined) return undefined;
  const commit = gitCommit.slice(0, shownLength);
  const where = gitBranch === undefined ? commit : `${gitBranch} ${commit}`;
  return gitDirty ? `${where}, uncommitted changes` : where;
}
