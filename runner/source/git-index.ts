import { readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { repositoryRoot } from './repository.ts';

/** Bytes of an index; that of a repository with ten thousand files has one megabyte. */
const maxBytes = 20 * 2 ** 20;

/**
 * Whether git tracks a file, according to the index of the repository; nothing is run. Undefined outside of repositories; false
 * also where the index cannot be read: with paths that are compressed, or in another folder, as for worktrees.
 * https://git-scm.com/docs/index-format
 * @param path absolute and real
 */
export function isTracked(folder: string, path: string): boolean | undefined {
  const repository = repositoryRoot(folder);
  if (repository === undefined) return undefined;
  try {
    const index = join(repository, '.git', 'index');
    if (statSync(index).size > maxBytes) return false;
    const bytes = readFileSync(index);
    const name = Buffer.from(relative(repository, path).split(sep).join('/'));
    const entry = Buffer.concat([name, Buffer.from([0])]);
    // The two bytes before a name hold its length.
    for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1))
      if (at >= 2 && (bytes.readUInt16BE(at - 2) & 0xfff) === name.length) return true;
    return false;
  } catch {
    return false;
  }
}
