import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { MatchWork } from '../../kernel/wildcards.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { isInside } from './inside.ts';
import { unreadable } from './readable-file.ts';
import { readRegularFile } from './regular-file.ts';
import { repositoryRoot } from './repository.ts';

/** Bytes. */
const maxFileBytes = 256 * 1024;

/**
 * The `.gitignore` files of a folder and its descendants, as git applies them: deeper files override shallower ones, and
 * nothing below an ignored folder can be re-included. https://git-scm.com/docs/gitignore
 */
export class GitIgnore {
  readonly #top: string;
  readonly #rules: IgnoreRules;
  readonly #entered = new Set<string>();

  /** @param top absolute path of the topmost folder */
  constructor(top: string, work?: MatchWork) {
    this.#top = top;
    this.#rules = new IgnoreRules(work);
  }

  /**
   * The rules for a folder of a project: its own, and those of its ancestors up to the root of the repository or, without
   * one, the project. If the ancestors ignore the folder itself, it was named on purpose, and only its own rules apply.
   * @param work shared by all lists of a project
   */
  static of(folder: string, project: string, work?: MatchWork): GitIgnore {
    const rules = new GitIgnore(repositoryRoot(project) ?? project, work);
    for (const outer of foldersBetween(rules.#top, folder)) rules.enter(outer);
    if (!rules.ignores(folder, true)) return rules;
    const own = new GitIgnore(folder, work);
    own.enter(folder);
    return own;
  }

  /**
   * Adds the `.gitignore` of a folder. Ancestors must be added first.
   * @throws {ServiceError} UNREADABLE_PATH
   */
  enter(folder: string): void {
    if (this.#entered.has(folder)) return;
    this.#entered.add(folder);
    const text = readIfFile(join(folder, '.gitignore'), this.#top);
    if (text === undefined) return;
    const base = this.#relative(folder);
    const file = base === '' ? '.gitignore' : `${base}/.gitignore`;
    const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
    this.#rules.add(lines, { folder: base, placeOf: (index) => `${file}:${index + 1}` });
  }

  /**
   * @param path absolute, below the topmost folder
   * @throws {ServiceError} INVALID_CONFIG if the patterns take too long to match
   */
  ignores(path: string, isFolder: boolean): boolean {
    const asked = this.#relative(path);
    return asked !== '' && this.#rules.ignores(asked, isFolder);
  }

  #relative(path: string): string {
    return relative(this.#top, path).split(sep).join('/');
  }
}

/** The text of a regular file, if there is one; git does not follow links here. @param within a real folder */
function readIfFile(path: string, within: string): string | undefined {
  if (!entryAt(path)?.isFile()) return undefined;
  try {
    const bytes = readRegularFile(path, maxFileBytes, (real) => {
      if (!isInside(within, real)) throw new Error('it leads out of the repository');
    });
    if (!bytes) throw new Error(`it is larger than ${maxFileBytes / 1024} KiB`);
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

/** From the outer folder down to the inner one, inclusive. */
function foldersBetween(outer: string, inner: string): string[] {
  const folders = [inner];
  for (let current = inner; current !== outer; current = dirname(current)) folders.unshift(dirname(current));
  return folders;
}
