/** SAFETY, "Unpacking": bytes of a path, bytes of a name in it, folders deep. */
const maxPath = 1024;
const maxName = 255;
const maxDepth = 32;

/**
 * What is wrong with a path that came from outside, in words that follow "the path"; undefined when nothing is. A good
 * path is relative, `/`-separated, in its plainest form, and means the same on every system.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  if (/\p{Cc}/u.test(path)) return 'contains a control character';
  if (path.includes('\\')) return 'contains a backslash';
  if (path.startsWith('/')) return 'is absolute';
  if (Buffer.byteLength(path) > maxPath) return `is longer than ${maxPath} bytes`;
  const names = path.split('/');
  if (names.length > maxDepth) return `is more than ${maxDepth} folders deep`;
  for (const name of names) {
    if (name === '..') return 'contains ".."';
    if (name === '.' || name === '') return 'has an empty part or "."';
    if (/^[A-Za-z]:/.test(name)) return 'begins at a drive';
    if (Buffer.byteLength(name) > maxName) return `has a name longer than ${maxName} bytes`;
  }
  return undefined;
}

/**
 * The paths of one project: each may be there once, also for file systems that take letters of another case, or
 * another Unicode spelling, for the same (CONTRACT 1), and none may be both a file and a folder.
 */
export class PathSet {
  readonly #files = new Map<string, string>();
  readonly #folders = new Set<string>();
  readonly #addedFolders = new Set<string>();

  /** Adds a file; returns what is wrong with it, in words that follow "the path". */
  addFile(path: string): string | undefined {
    const key = folded(path);
    const other = this.#files.get(key);
    if (other === path) return 'is there twice';
    if (other !== undefined) return `differs from ${JSON.stringify(other)} only in case or Unicode form`;
    if (this.#folders.has(key)) return 'is both a file and a folder';
    this.#files.set(key, path);
    return this.#addAbove(key);
  }

  /** Adds a folder; returns what is wrong with it, in words that follow "the path". */
  addFolder(path: string): string | undefined {
    const key = folded(path);
    if (this.#addedFolders.has(path)) return 'is there twice';
    if (this.#files.has(key)) return 'is both a file and a folder';
    const fault = this.#addAbove(key);
    this.#addedFolders.add(path);
    this.#folders.add(key);
    return fault;
  }

  /** The folders on the way to a path. */
  #addAbove(key: string): string | undefined {
    let slash = key.indexOf('/');
    for (; slash !== -1; slash = key.indexOf('/', slash + 1)) {
      const folder = key.slice(0, slash);
      const file = this.#files.get(folder);
      if (file !== undefined) return `is below ${JSON.stringify(file)}, which is a file`;
      this.#folders.add(folder);
    }
    return undefined;
  }
}

/**
 * A spelling that all spellings of a name share. JavaScript has no case folding; upper case first makes `ß` and `SS`,
 * `ſ` and `s` meet, as full case folding does. https://www.unicode.org/reports/tr44/#CaseFolding.txt
 */
function folded(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC');
}
