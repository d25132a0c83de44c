import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../runner/source/regular-file.ts';

/** What the create-run request may carry (CONTRACT 1). */
const lengthLimit = 1024;
/** Bytes of a file of Git's that is read. */
const sizeLimit = 256 * 1024;

/**
 * The address of the git remote of a folder, `origin` before others, without user, password, query and fragment. It is
 * read from the repository's own configuration: nothing is started in a folder that may be anyone's. Never fails: no
 * repository, no remote, or one that is a path of this machine give undefined.
 */
export async function detectGitRemote(folder: string): Promise<string | undefined> {
  const remotes = remotesIn((await repositoryConfig(resolve(folder))) ?? '');
  const [first] = remotes.values();
  return withoutCredentials(remotes.get('origin') ?? first ?? '');
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

/** The text of the configuration of the repository that a folder is in: its own, or that of its main worktree. */
async function repositoryConfig(folder: string): Promise<string | undefined> {
  for (let above = folder; ; above = dirname(above)) {
    const place = join(above, '.git');
    const kind = await kindOf(place);
    if (kind === 'folder') return readSmall(join(place, 'config'));
    if (kind === 'file') return worktreeConfig(above, place);
    if (above === dirname(above)) return undefined;
  }
}

/** `.git` is a file in worktrees and submodules (https://git-scm.com/docs/gitrepository-layout). */
function worktreeConfig(folder: string, place: string): string | undefined {
  const [, target] = /^gitdir: (.+)$/m.exec(readSmall(place) ?? '') ?? [];
  if (target === undefined) return undefined;
  const gitFolder = resolve(folder, target);
  const common = readSmall(join(gitFolder, 'commondir'))?.trim();
  return readSmall(join(gitFolder, common ?? '.', 'config'));
}

/** The address of each remote (https://git-scm.com/docs/git-config#_syntax), as far as remotes need it. */
function remotesIn(config: string): Map<string, string> {
  const remotes = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? section[2]?.replace(/\\(.)/g, '$1') : undefined;
    const [, value] = /^\s*url\s*=(.*)$/i.exec(line) ?? [];
    if (remote !== undefined && value !== undefined && !remotes.has(remote)) remotes.set(remote, unquoted(value));
  }
  return remotes;
}

/** A value without its quotes, escapes and comment. */
function unquoted(value: string): string {
  let quoted = false;
  let text = '';
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? '';
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '#' || character === ';')) break;
    else if (character === '\\') {
      index += 1;
      text += value[index] ?? '';
    } else text += character;
  }
  return text.trim();
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

function readSmall(path: string): string | undefined {
  try {
    return readRegularFile(path, sizeLimit)?.toString('utf8');
  } catch {
    return undefined;
  }
}
