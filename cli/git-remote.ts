import { execa } from 'execa';

/** What the create-run request may carry (CONTRACT 1). */
const lengthLimit = 1024;

/**
 * The address of the git remote of a folder, `origin` before others, without user, password, query and fragment.
 * Never fails: no git, no repository, no remote, or one that is a path of this machine give undefined.
 */
export async function detectGitRemote(folder: string, signal?: AbortSignal): Promise<string | undefined> {
  const git = await execa('git', ['config', '--get-regexp', '^remote\\..*\\.url$'], {
    cwd: folder,
    reject: false,
    timeout: 2000,
    maxBuffer: 64 * 1024,
    stdin: 'ignore',
    cancelSignal: signal,
  });
  if (git.failed) return undefined;
  const urls = new Map<string, string>();
  for (const line of git.stdout.split('\n')) {
    const [, name, url] = /^remote\.(.*)\.url (.*)$/.exec(line) ?? [];
    if (name !== undefined && url !== undefined && !urls.has(name)) urls.set(name, url);
  }
  const [first] = urls.values();
  return withoutCredentials(urls.get('origin') ?? first ?? '');
}

/** A remote's address as it may leave this machine; undefined for what is none. */
export function withoutCredentials(remote: string): string | undefined {
  const clean = remote.includes('://') ? withoutUrlCredentials(remote) : withoutScpCredentials(remote);
  return clean !== undefined && clean.length <= lengthLimit ? clean : undefined;
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
