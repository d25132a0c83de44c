import { join, resolve } from 'node:path';
import { withoutCredentials } from '../../kernel/git-state.ts';
import { findRepository, type Repository, readGitFile } from './repository.ts';

/**
 * Returns the URL of the git remote, preferably `origin`, without user, password, query and fragment; undefined if there is no
 * repository, no remote, or it is a local path. Reads the Git configuration directly: running git in an untrusted folder could
 * execute code.
 */
export async function detectGitRemote(folder: string): Promise<string | undefined> {
  const repository = await findRepository(resolve(folder));
  return repository && gitRemoteIn(repository);
}

/** The same for a repository. */
export function gitRemoteIn({ commonFolder }: Repository): string | undefined {
  const remotes = remotesIn(readGitFile(join(commonFolder, 'config')) ?? '');
  const [first] = remotes.values();
  return withoutCredentials(remotes.get('origin') ?? first ?? '');
}

/** Parses the URLs of remotes (https://git-scm.com/docs/git-config#_syntax). */
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

/** Removes quotes, escapes and comments from a value. */
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
