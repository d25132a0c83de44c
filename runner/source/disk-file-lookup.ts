import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { FileLookup } from '../../kernel/follow.ts';
import { isTracked } from './git-index.ts';
import { isInside } from './inside.ts';
import { kindAt, realFolder } from './readable-file.ts';
import { repositoryAbove, repositoryRoot } from './repository.ts';
import { readWithin } from './snapshot.ts';
import { isReserved, levelsAbove, maxLevels } from './stored-path.ts';

/** Bytes to read, and directory entries to list, in all. */
const maxBytes = 40 * 2 ** 20;
const maxNames = 200_000;

type Kind = 'file' | 'folder' | 'link outside';

/**
 * Looks up files of a project on disk, and of its repository above it. Each folder is listed once: lookups are fast and
 * case-sensitive. Nothing outside of the project and its repository is listed or read, nor `node_modules` and `.git`.
 */
export class DiskFileLookup implements FileLookup {
  readonly #root: string;
  readonly #repository: string | undefined;
  readonly #maxFileBytes: number;
  readonly #folders = new Map<string, ReadonlyMap<string, Kind>>();
  #bytes = maxBytes;
  #names = maxNames;

  /** @param maxFileBytes larger files are not read */
  constructor(folder: string, maxFileBytes: number) {
    this.#root = realFolder(folder);
    this.#repository = repositoryAbove(this.#root);
    this.#maxFileBytes = maxFileBytes;
  }

  exists(path: string): boolean {
    return this.kindOf(path) === 'file';
  }

  files(folder: string): string[] {
    return this.#namesOf(folder, 'file');
  }

  folders(folder: string): string[] {
    return this.#namesOf(folder, 'folder');
  }

  read(path: string): string | undefined {
    if (this.#bytes <= 0 || !this.exists(path)) return undefined;
    try {
      const bytes = readWithin(this.#root, path, this.#maxFileBytes);
      this.#bytes -= bytes?.length ?? 0;
      return bytes?.toString('utf8').replace(/^\ufeff/, '');
    } catch {
      // Reported when the file is collected.
      return undefined;
    }
  }

  isTracked(path: string): boolean | undefined {
    return isTracked(this.#root, this.#absolute(path));
  }

  folderInRepository(): string | undefined {
    const repository = repositoryRoot(this.#root);
    return repository === undefined ? undefined : relative(repository, this.#root).split(sep).join('/');
  }

  /**
   * The normalised path of a file; undefined if it is outside of the project and its repository, or in a folder that is
   * excluded.
   */
  pathOf(path: string): string | undefined {
    if (path.includes('\0')) return undefined;
    const absolute = this.#absolute(path);
    const plain = relative(this.#root, absolute).split(sep).join('/');
    if (plain.startsWith('/') || /^[A-Za-z]:/.test(plain)) return undefined;
    if (plain === '..' || plain.startsWith('../')) {
      if (this.#repository === undefined || levelsAbove(plain) > maxLevels) return undefined;
      if (!isInside(this.#repository, absolute)) return undefined;
    }
    return isReserved(plain) || /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(plain) ? undefined : plain;
  }

  kindOf(path: string): Kind | undefined {
    const plain = this.pathOf(path);
    if (plain === undefined || plain === '') return undefined;
    const [folder, name] = [dirname(plain), plain.slice(plain.lastIndexOf('/') + 1)];
    return this.#list(folder === '.' ? '' : folder).get(name);
  }

  #namesOf(folder: string, kind: Kind): string[] {
    const plain = this.pathOf(folder);
    if (plain === undefined) return [];
    return [...this.#list(plain)].flatMap(([name, one]) => (one === kind ? [name] : [])).sort();
  }

  /** @param folder normalised */
  #list(folder: string): ReadonlyMap<string, Kind> {
    const known = this.#folders.get(folder);
    if (known) return known;
    const listed = this.#mayList(folder) ? this.#read(folder) : new Map<string, Kind>();
    this.#folders.set(folder, listed);
    return listed;
  }

  /** Checks in the parent folder that it exists, so that many missing folders need one listing. */
  #mayList(folder: string): boolean {
    return folder === '' || /^(?:\.\.\/)*\.\.$/.test(folder) || this.kindOf(folder) === 'folder';
  }

  #read(folder: string): ReadonlyMap<string, Kind> {
    const kinds = new Map<string, Kind>();
    try {
      if (this.#names <= 0) return kinds;
      const absolute = this.#absolute(folder);
      for (const entry of readdirSync(absolute, { withFileTypes: true })) {
        this.#names -= 1;
        if (entry.isFile()) kinds.set(entry.name, 'file');
        else if (entry.isDirectory()) kinds.set(entry.name, 'folder');
        else if (entry.isSymbolicLink()) {
          const kind = this.#kindOfLink(join(absolute, entry.name), folder);
          if (kind) kinds.set(entry.name, kind);
        }
      }
    } catch {
      // A folder that cannot be listed is treated as empty.
    }
    return kinds;
  }

  #kindOfLink(link: string, folder: string): Kind | undefined {
    try {
      const real = realpathSync.native(link);
      const boundary = folder.startsWith('..') ? this.#repository : this.#root;
      if (boundary === undefined || !isInside(boundary, real)) return 'link outside';
      return this.#isOurs(real) ? kindAt(real) : 'link outside';
    } catch {
      return undefined;
    }
  }

  #isOurs(real: string): boolean {
    return this.pathOf(relative(this.#root, real).split(sep).join('/')) !== undefined;
  }

  #absolute(path: string): string {
    return join(this.#root, path);
  }
}
