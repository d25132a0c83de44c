import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { FileLookup } from '../../kernel/follow.ts';
import { isReserved, levelsAbove, mostLevels } from './above.ts';
import { isInside } from './inside.ts';
import { kindAt, realFolder } from './readable-file.ts';
import { repositoryAbove } from './repository.ts';
import { readWithin } from './snapshot.ts';

/** Bytes that are read in all on the way from file to file, and names that are looked at. */
const mostBytes = 40 * 2 ** 20;
const mostNames = 200_000;

type Kind = 'file' | 'folder' | 'link outside';

/**
 * A project on disk, and what of its repository lies above it, as far as files lead to one another. Each folder is listed
 * once: whether a file is there costs no call of the system, however often it is asked, and its name is compared in exact
 * case. Nothing outside project and repository is listed or read, nor what is installed or git's own.
 */
export class DiskReach implements FileLookup {
  readonly #root: string;
  readonly #repository: string | undefined;
  readonly #largest: number;
  readonly #folders = new Map<string, ReadonlyMap<string, Kind>>();
  #bytes = mostBytes;
  #names = mostNames;

  /** @param largest bytes of a file that is read */
  constructor(folder: string, largest: number) {
    this.#root = realFolder(folder);
    this.#repository = repositoryAbove(this.#root);
    this.#largest = largest;
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
      const bytes = readWithin(this.#root, path, this.#largest);
      this.#bytes -= bytes?.length ?? 0;
      return bytes?.toString('utf8').replace(/^\ufeff/, '');
    } catch {
      // What can't be read leads to nothing. Whoever sends it tells of that.
      return undefined;
    }
  }

  /**
   * The path by which the project knows a file, in its plainest form; undefined for what may not be looked at: it lies
   * outside the project and its repository, or is none of their own.
   */
  pathOf(path: string): string | undefined {
    if (path.includes('\0')) return undefined;
    const absolute = this.#absolute(path);
    const plain = relative(this.#root, absolute).split(sep).join('/');
    if (plain.startsWith('/') || /^[A-Za-z]:/.test(plain)) return undefined;
    if (plain === '..' || plain.startsWith('../')) {
      if (this.#repository === undefined || levelsAbove(plain) > mostLevels) return undefined;
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

  /** @param folder in its plainest form */
  #list(folder: string): ReadonlyMap<string, Kind> {
    const known = this.#folders.get(folder);
    if (known) return known;
    const listed = this.#mayList(folder) ? this.#read(folder) : new Map<string, Kind>();
    this.#folders.set(folder, listed);
    return listed;
  }

  /** The folder above says whether there is one: so many that are not there cost one look. */
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
      // A folder that may not be looked into has nothing that could come along.
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
