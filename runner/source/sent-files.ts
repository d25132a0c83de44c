import { dirname } from 'node:path/posix';
import { type Absent, nothingAbsent, type ProjectFiles } from '../../kernel/project-files.ts';
import { notePath, projectPath, storedPath } from './above.ts';

/** What stored files are read through: those of a copy on disk, or of a snapshot, by the paths under which they lie there. */
export type StoredFiles = Pick<ProjectFiles, 'list' | 'bytes'>;

/** Of each kind; a project that leads to more is told of these alone. */
const most = 500;

/**
 * The files that were sent of a project. What was looked for and is not among them stands in a note that comes along where
 * that does not show from the files themselves.
 * @param note bytes of it, from outside
 */
export function sentFiles(stored: StoredFiles, note: Uint8Array | undefined): ProjectFiles {
  return project(stored, note ? readNote(note) : nothingAbsent, (path, places) => !places.has(dirname(path)));
}

/** The same of files that are all there is. */
export function wholeFiles(stored: StoredFiles): ProjectFiles {
  return project(stored, nothingAbsent, () => false);
}

/**
 * The note of a collection.
 * @param paths of the files that are sent with it
 * @returns undefined when there is nothing in it that would not be taken for granted
 */
export function noteOf(absent: Absent, paths: readonly string[]): string | undefined {
  const places = foldersOf(paths);
  const missing = absent.missing.filter((path) => !places.has(dirname(path))).slice(0, most);
  const leftOut = Object.entries(absent.leftOut).slice(0, most);
  if (missing.length === 0 && leftOut.length === 0) return undefined;
  return `${JSON.stringify({ missing, leftOut: Object.fromEntries(leftOut) }, null, 2)}\n`;
}

function project(
  { list, bytes }: StoredFiles,
  absent: Absent,
  mayBeUnsent: (path: string, places: ReadonlySet<string>) => boolean,
): ProjectFiles {
  const paths = list().filter((path) => path !== notePath);
  const all = new Set(paths.map(projectPath));
  const own = [...all].filter((path) => !path.startsWith('../')).sort();
  const above = [...all].filter((path) => path.startsWith('../')).sort();
  const missing = new Set(absent.missing);
  let places: ReadonlySet<string> | undefined;
  const read = async (path: string): Promise<Uint8Array> => {
    if (!all.has(path)) throw Object.assign(new Error(`There is no file ${path}`), { code: 'ENOENT' });
    return bytes(storedPath(path));
  };
  return {
    list: () => own,
    listAbove: () => above,
    exists: (path) => all.has(path),
    absent: () => absent,
    mayHave: (path) => {
      if (all.has(path) || Object.hasOwn(absent.leftOut, path)) return true;
      if (missing.has(path)) return false;
      places ??= foldersOf(own);
      return mayBeUnsent(path, places);
    },
    bytes: read,
    read: async (path) => new TextDecoder().decode(await read(path)),
  };
}

/**
 * The folders that a file was sent from. Folders are sent with all that is in them, whatever the client; of the project's
 * own folder, only what is named is.
 */
function foldersOf(paths: readonly string[]): Set<string> {
  return new Set(paths.map((path) => dirname(path)).filter((folder) => folder !== '.' && !folder.startsWith('..')));
}

/** What can't be read tells nothing. */
function readNote(bytes: Uint8Array): Absent {
  try {
    const { missing, leftOut }: { missing?: unknown; leftOut?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
    const reasons = typeof leftOut === 'object' && leftOut !== null ? Object.entries(leftOut).slice(0, most) : [];
    return {
      missing: Array.isArray(missing) ? missing.slice(0, most).filter((path) => typeof path === 'string') : [],
      leftOut: Object.fromEntries(
        reasons.map(([path, reason]) => [path, typeof reason === 'string' ? reason.slice(0, 200) : '']),
      ),
    };
  } catch {
    return nothingAbsent;
  }
}
