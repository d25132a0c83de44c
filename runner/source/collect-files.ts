import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { serviceError } from '../../kernel/errors.ts';
import { GitIgnore } from './git-ignore.ts';
import { type IncludeEntry, parseIncludeEntry } from './include-entry.ts';
import { isInside } from './inside.ts';
import { isMissing, kindAt, sizeOfReadable, unreadable } from './readable-file.ts';

export interface CollectedFile {
  /** Relative to the project, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
}

export interface CollectOptions {
  /** The project's folder. */
  folder: string;
  /** Files, folders, and names with a trailing `*`, relative to the folder. */
  include: readonly string[];
  /** What to leave out of all of these, as lines of a `.gitignore`. */
  exclude?: readonly string[];
}

/** More files and folders than this are no list of sources but links that lead to each other, or a folder named by mistake. */
const maxVisited = 20_000;

const leftOut = new Set(['.git', 'node_modules', 'dist']);

/**
 * The files of an include list (CONTRACT 2), sorted and each once. Folders are taken with everything in them except
 * `.git`, `node_modules`, `dist`, links that leave the project and what `.gitignore` ignores. What is named directly
 * is taken even if it is ignored; what is named and missing, leads out of the project, or is neither file nor folder
 * is not there.
 * @throws {ServiceError} INVALID_CONFIG for an entry that leaves the project, UNREADABLE_PATH for a file or folder
 * that may not be read, PAYLOAD_TOO_LARGE for a list without an end
 */
export async function collectFiles({ folder, include, exclude = [] }: CollectOptions): Promise<CollectedFile[]> {
  const entries = include.map(parseIncludeEntry);
  const root = await realpath(folder).catch((error) => {
    throw unreadable(folder, error);
  });
  const collection = new Collection(root, ignore({ ignoreCase: false }).add([...exclude]));
  for (const entry of entries) await collection.add(entry);
  return collection.files();
}

/** A file or folder: the path by which the project knows it, and where it really is once links are followed. */
interface Place {
  path: string;
  real: string;
  kind: 'file' | 'folder';
}

class Collection {
  readonly #root: string;
  readonly #exclude: Ignore;
  readonly #files = new Map<string, CollectedFile>();
  #visited = 0;

  constructor(root: string, exclude: Ignore) {
    this.#root = root;
    this.#exclude = exclude;
  }

  files(): CollectedFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async add(entry: IncludeEntry): Promise<void> {
    const place = await this.#resolve(entry.path);
    if (!place) return;
    if (entry.prefix !== undefined) return this.#addBeginning(place, entry.prefix);
    if (place.kind === 'file') return this.#addFile(place);
    await this.#addFolder(place, await GitIgnore.of(this.#absolute(place.path), this.#root), [place.real]);
  }

  /** The files of a folder whose names begin with a prefix. A pattern names nothing directly: `.gitignore` holds. */
  async #addBeginning(folder: Place, prefix: string): Promise<void> {
    if (folder.kind !== 'folder') return;
    const rules = await GitIgnore.of(this.#absolute(folder.path), this.#root);
    for (const entry of await this.#read(folder)) {
      if (!entry.name.startsWith(prefix)) continue;
      const place = await this.#within(folder, entry, rules);
      if (place?.kind === 'file') this.#addFile(place);
    }
  }

  /** @param above the real paths of the folders on the way here: a link back to one of them is a loop */
  async #addFolder(folder: Place, rules: GitIgnore, above: readonly string[]): Promise<void> {
    await rules.enter(this.#absolute(folder.path));
    for (const entry of await this.#read(folder)) {
      const place = await this.#within(folder, entry, rules);
      if (place?.kind === 'file') this.#addFile(place);
      if (place?.kind !== 'folder' || leftOut.has(entry.name) || above.includes(place.real)) continue;
      await this.#addFolder(place, rules, [...above, place.real]);
    }
  }

  /** What stands in a folder under a name, unless that is left out. */
  async #within(folder: Place, entry: Dirent, rules: GitIgnore): Promise<Place | undefined> {
    this.#visited += 1;
    if (this.#visited > maxVisited) {
      throw serviceError('PAYLOAD_TOO_LARGE', { what: 'What the include list names', limit: `${maxVisited} files` });
    }
    const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
    const place = entry.isSymbolicLink() ? await this.#resolve(path) : plain(folder, path, entry);
    if (!place || entry.name === '.git') return undefined;
    const isFolder = place.kind === 'folder';
    const ignored =
      rules.ignores(this.#absolute(path), isFolder) || this.#exclude.ignores(isFolder ? `${path}/` : path);
    return ignored ? undefined : place;
  }

  #addFile({ path, real }: Place): void {
    if (this.#exclude.ignores(path)) return;
    const size = sizeOfReadable(path, real);
    if (size !== undefined) this.#files.set(path, { path, size });
  }

  /** Where a path of the project really is; undefined when nothing of use is there or it leads out of the project. */
  async #resolve(path: string): Promise<Place | undefined> {
    try {
      const real = await realpath(this.#absolute(path));
      if (!isInside(this.#root, real)) return undefined;
      const kind = await kindAt(real);
      return kind && { path, real, kind };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(path, error);
    }
  }

  async #read(folder: Place): Promise<Dirent[]> {
    try {
      return await readdir(folder.real, { withFileTypes: true });
    } catch (error) {
      throw unreadable(folder.path, error);
    }
  }

  #absolute(path: string): string {
    return join(this.#root, path);
  }
}

/** What a directory entry that is no link stands for. */
function plain(folder: Place, path: string, entry: Dirent): Place | undefined {
  const real = join(folder.real, entry.name);
  if (entry.isFile()) return { path, real, kind: 'file' };
  return entry.isDirectory() ? { path, real, kind: 'folder' } : undefined;
}
