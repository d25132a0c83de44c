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

/** Characters of a remote (CONTRACT 1). */
const maxLength = 1024;
/** Characters of a commit that are shown. */
const shownLength = 7;

/** Returns `main 1a2b3c4, uncommitted changes`; undefined if the commit is unknown. */
export function gitText({ gitCommit, gitBranch, gitDirty }: GitState): string | undefined {
  if (gitCommit === undefined) return undefined;
  const commit = gitCommit.slice(0, shownLength);
  const where = gitBranch === undefined ? commit : `${gitBranch} ${commit}`;
  return gitDirty ? `${where}, uncommitted changes` : where;
}

/** Removes credentials from the URL of a remote; undefined if it is not a URL. */
export function withoutCredentials(remote: string): string | undefined {
  const clean = remote.includes('://') ? withoutUrlCredentials(remote) : withoutScpCredentials(remote);
  return clean !== undefined && clean.length <= maxLength ? clean : undefined;
}

function withoutUrlCredentials(remote: string): string | undefined {
  if (!URL.canParse(remote)) return undefined;
  const url = new URL(remote);
  if (url.host === '' || url.protocol === 'file:') return undefined;
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** `user@host:path` (https://git-scm.com/docs/git-clone#_git_urls); a slash before the colon makes it a path. */
function withoutScpCredentials(remote: string): string | undefined {
  const [, host, path] = /^(?:.*@)?([\w.-]{2,}):(?!\/\/)([^@]+)$/.exec(remote) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return `${host}:${path}`;
}
