import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore from 'ignore';
import { unreadable } from './readable-file.ts';
import { readRegularFile } from './regular-file.ts';
import { repositoryRoot } from './repository.ts';

/** Bytes of a `.gitignore`; far above any real one. */
const sizeLimit = 256 * 1024;

/**
 * The `.gitignore` files from one folder downwards, as git reads them: deeper files override shallower ones, and
 * nothing below an ignored folder can be taken back. https://git-scm.com/docs/gitignore
 *
 * All files share one list of rules, each rewritten to be relative to the topmost folder: asking one matcher a file
 * would let a folder that a deeper file takes back stay ignored.
 */
export class GitIgnore {
  readonly #top: string;
  readonly #rules = ignore({ ignoreCase: false });
  readonly #entered = new Set<string>();

  /** @param top absolute path of the topmost folder whose `.gitignore` counts */
  constructor(top: string) {
    this.#top = top;
  }

  /**
   * The rules that hold for a folder of a project: its own, and those of the folders above it up to the root of the
   * repository, or else the project's own folder. A folder that they ignore as a whole was named on purpose: then only
   * its own rules hold.
   */
  static of(folder: string, project: string): GitIgnore {
    const rules = new GitIgnore(repositoryRoot(project) ?? project);
    for (const outer of foldersBetween(rules.#top, folder)) rules.enter(outer);
    if (!rules.ignores(folder, true)) return rules;
    const own = new GitIgnore(folder);
    own.enter(folder);
    return own;
  }

  /**
   * Adds the `.gitignore` of a folder; before it, those of the folders above must have been added.
   * @throws {ServiceError} UNREADABLE_PATH
   */
  enter(folder: string): void {
    if (this.#entered.has(folder)) return;
    this.#entered.add(folder);
    const text = readIfFile(join(folder, '.gitignore'));
    if (text === undefined) return;
    const base = this.#relative(folder);
    this.#rules.add(text.split(/\r?\n/).flatMap((line) => rebase(line, base)));
  }

  /** @param path absolute, below the topmost folder */
  ignores(path: string, isFolder: boolean): boolean {
    const asked = this.#relative(path);
    return asked !== '' && this.#rules.ignores(isFolder ? `${asked}/` : asked);
  }

  #relative(path: string): string {
    return relative(this.#top, path).split(sep).join('/');
  }
}

/** A line of `<base>/.gitignore` as a line of a `.gitignore` at the top; none for blanks and comments. */
function rebase(line: string, base: string): string[] {
  if (line.startsWith('#') || line.trim() === '') return [];
  if (base === '') return [line];
  const negative = line.startsWith('!');
  const pattern = negative ? line.slice(1) : line;
  const anchored = /\/(?!\s*$)/.test(pattern);
  const prefix = `/${base.replace(/[\\*?[\]!# ]/g, '\\$&')}/${anchored ? '' : '**/'}`;
  return [`${negative ? '!' : ''}${prefix}${pattern.replace(/^\//, '')}`];
}

/** The text of a regular file, if there is one; git does not follow links here. */
function readIfFile(path: string): string | undefined {
  if (!entryAt(path)?.isFile()) return undefined;
  try {
    const bytes = readRegularFile(path, sizeLimit);
    if (!bytes) throw new Error(`it is larger than ${sizeLimit / 1024} KiB`);
    return bytes.toString('utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** From the outer folder down to the inner one, both included. */
function foldersBetween(outer: string, inner: string): string[] {
  const folders = [inner];
  for (let current = inner; current !== outer; current = dirname(current)) folders.unshift(dirname(current));
  return folders;
}
