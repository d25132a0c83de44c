/** SAFETY, "Unpacking": bytes of a path, bytes of a segment, number of segments. */
const maxPath = 1024;
const maxName = 255;
const maxDepth = 32;

/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions; with any extension. */
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/**
 * Why a path from outside is invalid, as text that follows "the path"; undefined for a valid one. A valid path is relative,
 * `/`-separated, normalised, and means the same on every operating system.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  if (/\p{Cc}/u.test(path)) return 'contains a control character';
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(path)) return 'contains an invisible character';
  if (path.includes('\\')) return 'contains a backslash';
  if (path.startsWith('/')) return 'is absolute';
  if (Buffer.byteLength(path) > maxPath) return `is longer than ${maxPath} bytes`;
  const names = path.split('/');
  if (names.length > maxDepth) return `is more than ${maxDepth} folders deep`;
  for (const name of names) {
    if (name === '..') return 'contains ".."';
    if (name === '.' || name === '') return 'contains an empty segment or "."';
    if (/^[A-Za-z]:/.test(name)) return 'contains a drive letter';
    if (/[<>:"|?*]/.test(name)) return 'contains a character that Windows does not allow';
    if (/[. ]$/.test(name)) return 'has a name that ends with a dot or a space, which Windows removes';
    if (windowsDevice.test(name)) return 'has a name that is reserved on Windows';
    if (/^(?:\.git|git~\d+)$/i.test(name)) return 'leads into a .git folder';
    if (Buffer.byteLength(name) > maxName) return `has a name longer than ${maxName} bytes`;
  }
  return undefined;
}

/** What is said of a path that was added before. */
export const duplicate = 'is a duplicate';

/**
 * The paths of one project. They must be unique, also on file systems that ignore case or Unicode normalisation (CONTRACT 1),
 * and none may be both a file and a folder.
 */
export class PathSet {
  readonly #files = new Map<string, string>();
  readonly #folders = new Set<string>();
  readonly #addedFolders = new Set<string>();

  /** Number of folders, including those that only occur in paths of files. */
  get folders(): number {
    return this.#folders.size;
  }

  /** Adds a file; returns why it is invalid, as text that follows "the path". */
  addFile(path: string): string | undefined {
    const key = folded(path);
    const other = this.#files.get(key);
    if (other === path) return duplicate;
    if (other !== undefined)
      return `differs from ${JSON.stringify(other)} only in letter case or Unicode normalisation`;
    if (this.#folders.has(key)) return 'is both a file and a folder';
    this.#files.set(key, path);
    return this.#addAbove(key);
  }

  /** Adds a folder; returns why it is invalid, as text that follows "the path". */
  addFolder(path: string): string | undefined {
    const key = folded(path);
    if (this.#addedFolders.has(path)) return duplicate;
    if (this.#files.has(key)) return 'is both a file and a folder';
    const fault = this.#addAbove(key);
    this.#addedFolders.add(path);
    this.#folders.add(key);
    return fault;
  }

  /** Adds the ancestors of a path. */
  #addAbove(key: string): string | undefined {
    let slash = key.indexOf('/');
    for (; slash !== -1; slash = key.indexOf('/', slash + 1)) {
      const folder = key.slice(0, slash);
      const file = this.#files.get(folder);
      if (file !== undefined) return `is inside of ${JSON.stringify(file)}, which is a file`;
      this.#folders.add(folder);
    }
    return undefined;
  }
}

/**
 * A key that all variants of a name share: canonical caseless matching, as in file systems. JavaScript has no case folding:
 * lower case unifies `ẞ` and `ß`, upper case then `ß` and `SS`, `ſ` and `s`, `ς` and `σ`.
 * https://www.unicode.org/versions/latest/core-spec/chapter-3/#G34145
 */
function folded(path: string): string {
  return path.normalize('NFD').toLowerCase().toUpperCase().normalize('NFC');
}
