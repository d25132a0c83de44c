import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import type { MatchWork } from '../../kernel/wildcards.ts';
import { GitIgnore } from './git-ignore.ts';
import { excludeRules, type IgnoreRules } from './ignore-rules.ts';
import { type IncludeEntry, parseIncludeEntry } from './include-entry.ts';
import { isInside } from './inside.ts';
import { isMissing, realFolder, sizeOfReadable, unreadable } from './readable-file.ts';
import { faultOfKind } from './regular-file.ts';
import { isReserved } from './stored-path.ts';

export interface CollectedFile {
  /** Relative to the project, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Why it is included, for the user: `include: nodes/`, `imported by nodes/Acme.node.ts`. */
  why: string;
}

export interface CollectOptions {
  /** The project's folder. */
  folder: string;
  /** Files, folders, and prefixes with a trailing `*`, relative to the folder. */
  include: readonly string[];
  /** Patterns to exclude, as in a `.gitignore`. */
  exclude?: readonly string[];
  /** Called for pipes, devices and sockets, and links to such, which are left out. */
  onLeftOut?(path: string, why: string, reason: string): void;
}

/** Files and folders; more are due to circular links or to a folder that was included by mistake. */
const maxVisited = 20_000;

const excludedNames = new Set(['.git', 'node_modules', 'dist']);

/**
 * Collects the files of an include list (CONTRACT 2), sorted and without duplicates. Folders are included recursively,
 * without `.git`, `node_modules`, `dist`, links that lead out of the project and what `.gitignore` ignores. An entry that
 * names an ignored file includes it. Entries that are missing, lead out of the project, or are neither file nor folder are
 * ignored.
 * @throws {ServiceError} INVALID_CONFIG for an invalid entry and for patterns that take too long to match, UNREADABLE_PATH for a file or folder that cannot be read,
 * PAYLOAD_TOO_LARGE for too many files
 */
export function collectFiles({ folder, include, exclude = [], onLeftOut }: CollectOptions): CollectedFile[] {
  const entries = include.map(parseIncludeEntry);
  const root = realFolder(folder);
  const collection = new Collection(root, exclude, onLeftOut);
  for (const [index, entry] of entries.entries()) collection.add(entry, `include: ${include[index]}`);
  return collection.files();
}

/** A file or folder: its path in the project, and its real path, without links. */
interface Entry {
  path: string;
  real: string;
  kind: 'file' | 'folder';
}

/** Synchronous, because each call takes microseconds and the thread pool many times that. */
class Collection {
  readonly #root: string;
  readonly #work: MatchWork = { steps: 0 };
  readonly #exclude: IgnoreRules;
  readonly #onLeftOut: CollectOptions['onLeftOut'];
  readonly #files = new Map<string, CollectedFile>();
  #visited = 0;
  #why = '';

  constructor(root: string, exclude: readonly string[], onLeftOut: CollectOptions['onLeftOut']) {
    this.#onLeftOut = onLeftOut;
    this.#root = root;
    this.#exclude = excludeRules(exclude, this.#work);
  }

  files(): CollectedFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  add(include: IncludeEntry, why: string): void {
    this.#why = why;
    const entry = this.#resolve(include.path);
    if (!entry) return;
    if (include.prefix !== undefined) this.#addByPrefix(entry, include.prefix);
    else if (entry.kind === 'file') this.#addFile(entry);
    else this.#addFolder(entry, GitIgnore.of(this.#absolute(entry.path), this.#root, this.#work), [entry.real]);
  }

  /** Adds the files of a folder whose names start with a prefix, unless `.gitignore` ignores them. */
  #addByPrefix(folder: Entry, prefix: string): void {
    if (folder.kind !== 'folder') return;
    const rules = GitIgnore.of(this.#absolute(folder.path), this.#root, this.#work);
    for (const dirent of this.#read(folder)) {
      if (!dirent.name.startsWith(prefix)) continue;
      const entry = this.#entryIn(folder, dirent, rules);
      if (entry?.kind === 'file') this.#addFile(entry);
    }
  }

  /** @param above the real paths of the ancestors, to detect circular links */
  #addFolder(folder: Entry, rules: GitIgnore, above: readonly string[]): void {
    rules.enter(this.#absolute(folder.path));
    for (const dirent of this.#read(folder)) {
      const entry = this.#entryIn(folder, dirent, rules);
      if (entry?.kind === 'file') this.#addFile(entry);
      if (entry?.kind !== 'folder' || excludedNames.has(dirent.name) || above.includes(entry.real)) continue;
      this.#addFolder(entry, rules, [...above, entry.real]);
    }
  }

  /** Resolves an entry of a folder; undefined if it is excluded. */
  #entryIn(folder: Entry, dirent: Dirent, rules: GitIgnore): Entry | undefined {
    this.#visited += 1;
    if (this.#visited > maxVisited) {
      throw serviceError('PAYLOAD_TOO_LARGE', { what: 'The number of files in the include list', limit: maxVisited });
    }
    const path = folder.path === '' ? dirent.name : `${folder.path}/${dirent.name}`;
    const entry = dirent.isSymbolicLink() ? this.#resolve(path) : this.#plain(folder, path, dirent);
    if (!entry || dirent.name === '.git') return undefined;
    const isFolder = entry.kind === 'folder';
    const ignored = rules.ignores(this.#absolute(path), isFolder) || this.#exclude.ignores(path, isFolder);
    return ignored ? undefined : entry;
  }

  #addFile({ path, real }: Entry): void {
    if (this.#files.has(path) || isReserved(path) || this.#exclude.ignores(path, false)) return;
    const size = sizeOfReadable(path, real);
    if (size !== undefined) this.#files.set(path, { path, size, why: this.#why });
  }

  /** Resolves a path; undefined if it is missing, not a file or folder, or leads out of the project. */
  #resolve(path: string): Entry | undefined {
    try {
      const real = realpathSync.native(this.#absolute(path));
      const entry = this.#entryAt(path, real);
      return isInside(this.#root, real) ? entry : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(path, error);
    }
  }

  #read(folder: Entry): Dirent[] {
    try {
      return readdirSync(folder.real, { withFileTypes: true });
    } catch (error) {
      throw unreadable(folder.path, error);
    }
  }

  #absolute(path: string): string {
    return join(this.#root, path);
  }

  /** An entry for a directory entry that is not a link. */
  #plain(folder: Entry, path: string, dirent: Dirent): Entry | undefined {
    const real = join(folder.real, dirent.name);
    if (dirent.isFile()) return { path, real, kind: 'file' };
    return dirent.isDirectory() ? { path, real, kind: 'folder' } : this.#entryAt(path, real);
  }

  #entryAt(path: string, real: string): Entry | undefined {
    const stats = lstatSync(real);
    if (stats.isDirectory()) return { path, real, kind: 'folder' };
    const fault = faultOfKind(stats);
    if (fault === undefined) return { path, real, kind: 'file' };
    this.#onLeftOut?.(path, this.#why, fault);
    return undefined;
  }
}
