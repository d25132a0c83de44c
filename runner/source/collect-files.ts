import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';
import { isReserved } from './above.ts';
import { GitIgnore } from './git-ignore.ts';
import { excludeRules, type IgnoreRules, type IgnoreWork } from './ignore-rules.ts';
import { type IncludeEntry, parseIncludeEntry } from './include-entry.ts';
import { isInside } from './inside.ts';
import { isMissing, realFolder, sizeOfReadable, unreadable } from './readable-file.ts';
import { faultOfKind } from './regular-file.ts';

export interface CollectedFile {
  /** Relative to the project, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** What it is there for, for the user to read: `include: nodes/`, `imported by nodes/Acme.node.ts`. */
  why: string;
}

export interface CollectOptions {
  /** The project's folder. */
  folder: string;
  /** Files, folders, and names with a trailing `*`, relative to the folder. */
  include: readonly string[];
  /** What to leave out of all of these, as lines of a `.gitignore`. */
  exclude?: readonly string[];
  /** Told of pipes, devices and sockets, and links to such, which are not taken. */
  leave?(path: string, why: string, reason: string): void;
}

/** More files and folders than this are no list of sources but links that lead to each other, or a folder named by mistake. */
const maxVisited = 20_000;

const leftOut = new Set(['.git', 'node_modules', 'dist']);

/**
 * The files of an include list (CONTRACT 2), sorted and each once. Folders are taken with everything in them except
 * `.git`, `node_modules`, `dist`, links that leave the project and what `.gitignore` ignores. What is named directly
 * is taken even if it is ignored; what is named and missing, leads out of the project, or is neither file nor folder
 * is not there.
 * @throws {ServiceError} INVALID_CONFIG for an entry that leaves the project and for patterns that take too long to match, UNREADABLE_PATH for a file or folder
 * that may not be read, PAYLOAD_TOO_LARGE for a list without an end
 */
export function collectFiles({ folder, include, exclude = [], leave }: CollectOptions): CollectedFile[] {
  const entries = include.map(parseIncludeEntry);
  const root = realFolder(folder);
  const collection = new Collection(root, exclude, leave);
  for (const [index, entry] of entries.entries()) collection.add(entry, `include: ${include[index]}`);
  return collection.files();
}

/** A file or folder: the path by which the project knows it, and where it really is once links are followed. */
interface Place {
  path: string;
  real: string;
  kind: 'file' | 'folder';
}

/** Calls that don't wait: each takes microseconds, of which a round through another thread is a multiple. */
class Collection {
  readonly #root: string;
  readonly #work: IgnoreWork = { steps: 0 };
  readonly #exclude: IgnoreRules;
  readonly #leave: CollectOptions['leave'];
  readonly #files = new Map<string, CollectedFile>();
  #visited = 0;
  #why = '';

  constructor(root: string, exclude: readonly string[], leave: CollectOptions['leave']) {
    this.#leave = leave;
    this.#root = root;
    this.#exclude = excludeRules(exclude, this.#work);
  }

  files(): CollectedFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  add(entry: IncludeEntry, why: string): void {
    this.#why = why;
    const place = this.#resolve(entry.path);
    if (!place) return;
    if (entry.prefix !== undefined) this.#addBeginning(place, entry.prefix);
    else if (place.kind === 'file') this.#addFile(place);
    else this.#addFolder(place, GitIgnore.of(this.#absolute(place.path), this.#root, this.#work), [place.real]);
  }

  /** The files of a folder whose names begin with a prefix. A pattern names nothing directly: `.gitignore` holds. */
  #addBeginning(folder: Place, prefix: string): void {
    if (folder.kind !== 'folder') return;
    const rules = GitIgnore.of(this.#absolute(folder.path), this.#root, this.#work);
    for (const entry of this.#read(folder)) {
      if (!entry.name.startsWith(prefix)) continue;
      const place = this.#within(folder, entry, rules);
      if (place?.kind === 'file') this.#addFile(place);
    }
  }

  /** @param above the real paths of the folders on the way here: a link back to one of them is a loop */
  #addFolder(folder: Place, rules: GitIgnore, above: readonly string[]): void {
    rules.enter(this.#absolute(folder.path));
    for (const entry of this.#read(folder)) {
      const place = this.#within(folder, entry, rules);
      if (place?.kind === 'file') this.#addFile(place);
      if (place?.kind !== 'folder' || leftOut.has(entry.name) || above.includes(place.real)) continue;
      this.#addFolder(place, rules, [...above, place.real]);
    }
  }

  /** What stands in a folder under a name, unless that is left out. */
  #within(folder: Place, entry: Dirent, rules: GitIgnore): Place | undefined {
    this.#visited += 1;
    if (this.#visited > maxVisited) {
      throw serviceError('PAYLOAD_TOO_LARGE', { what: 'What the include list names', limit: `${maxVisited} files` });
    }
    const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
    const place = entry.isSymbolicLink() ? this.#resolve(path) : this.#plain(folder, path, entry);
    if (!place || entry.name === '.git') return undefined;
    const isFolder = place.kind === 'folder';
    const ignored = rules.ignores(this.#absolute(path), isFolder) || this.#exclude.ignores(path, isFolder);
    return ignored ? undefined : place;
  }

  #addFile({ path, real }: Place): void {
    if (this.#files.has(path) || isReserved(path) || this.#exclude.ignores(path, false)) return;
    const size = sizeOfReadable(path, real);
    if (size !== undefined) this.#files.set(path, { path, size, why: this.#why });
  }

  /** Where a path of the project really is; undefined when nothing of use is there or it leads out of the project. */
  #resolve(path: string): Place | undefined {
    try {
      const real = realpathSync.native(this.#absolute(path));
      const place = this.#placeAt(path, real);
      return isInside(this.#root, real) ? place : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(path, error);
    }
  }

  #read(folder: Place): Dirent[] {
    try {
      return readdirSync(folder.real, { withFileTypes: true });
    } catch (error) {
      throw unreadable(folder.path, error);
    }
  }

  #absolute(path: string): string {
    return join(this.#root, path);
  }

  /** What a directory entry that is no link stands for. */
  #plain(folder: Place, path: string, entry: Dirent): Place | undefined {
    const real = join(folder.real, entry.name);
    if (entry.isFile()) return { path, real, kind: 'file' };
    return entry.isDirectory() ? { path, real, kind: 'folder' } : this.#placeAt(path, real);
  }

  #placeAt(path: string, real: string): Place | undefined {
    const stats = lstatSync(real);
    if (stats.isDirectory()) return { path, real, kind: 'folder' };
    const fault = faultOfKind(stats);
    if (fault === undefined) return { path, real, kind: 'file' };
    this.#leave?.(path, this.#why, fault);
    return undefined;
  }
}
