import { dirname } from 'node:path/posix';
import { type Absent, nothingAbsent, type ProjectFiles } from '../../kernel/project-files.ts';
import { notePath, projectPath, storedPath } from './stored-path.ts';

/** Access to stored files by their stored paths: on disk or in a snapshot. */
export type StoredFiles = Pick<ProjectFiles, 'list' | 'bytes'>;

/** What the note of an upload says of files that are not in it. */
interface UploadNote extends Absent {
  /** Folders from which, and from all below, only files that others refer to were uploaded. */
  partial: readonly string[];
}

/** Missing files, left-out files and partial folders in the note. */
const maxNoted = 500;
const noNote: UploadNote = { ...nothingAbsent, partial: [] };

/**
 * The project from uploaded files. A note lists referenced files that are not among them, as far as this does not follow from
 * the files themselves.
 * @param note its untrusted content
 */
export function sentFiles(stored: StoredFiles, note: Uint8Array | undefined): ProjectFiles {
  const { partial, ...absent } = note ? readNote(note) : noNote;
  return project(stored, absent, (path, sentFolders) => !isShown(path, sentFolders, partial));
}

/** The project from a complete set of files. */
export function wholeFiles(stored: StoredFiles): ProjectFiles {
  return project(stored, nothingAbsent, () => false);
}

/**
 * Creates the note for an upload.
 * @param listed paths of the uploaded files of the include list
 * @param paths of all uploaded files
 * @returns undefined if there is nothing to note
 */
export function noteOf(absent: Absent, listed: readonly string[], paths: readonly string[]): string | undefined {
  const sentFolders = foldersOf(paths);
  const partial = partialFolders(listed, sentFolders).slice(0, maxNoted);
  const missing = absent.missing.filter((path) => !isShown(path, sentFolders, partial)).slice(0, maxNoted);
  const leftOut = Object.entries(absent.leftOut).slice(0, maxNoted);
  if (missing.length === 0 && leftOut.length === 0 && partial.length === 0) return undefined;
  return `${JSON.stringify({ missing, leftOut: Object.fromEntries(leftOut), partial }, null, 2)}\n`;
}

/** The topmost folders with uploaded files, but none of the include list. */
function partialFolders(listed: readonly string[], sentFolders: ReadonlySet<string>): string[] {
  const whole = new Set(listed.flatMap(ancestorsOf));
  const partial = [...sentFolders].flatMap((folder) => {
    const all = [...ancestorsOf(folder), folder];
    return all.find((one) => !whole.has(one)) ?? [];
  });
  return [...new Set(partial)].sort();
}

/** The folders above a path, from the top: `a` and `a/b` of `a/b/c`. */
function ancestorsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Whether a file would have been uploaded if it existed: its folder was uploaded as a whole. */
const isShown = (path: string, sentFolders: ReadonlySet<string>, partial: readonly string[]): boolean =>
  sentFolders.has(dirname(path)) && !partial.some((folder) => path.startsWith(`${folder}/`));

function project(
  { list, bytes }: StoredFiles,
  absent: Absent,
  mayBeUnsent: (path: string, sentFolders: ReadonlySet<string>) => boolean,
): ProjectFiles {
  const paths = list().filter((path) => path !== notePath);
  const all = new Set(paths.map(projectPath));
  const own = [...all].filter((path) => !path.startsWith('../')).sort();
  const above = [...all].filter((path) => path.startsWith('../')).sort();
  const missing = new Set(absent.missing);
  let sentFolders: ReadonlySet<string> | undefined;
  const read = async (path: string): Promise<Uint8Array> => {
    if (!all.has(path)) throw Object.assign(new Error(`File ${path} does not exist`), { code: 'ENOENT' });
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
      sentFolders ??= foldersOf(own);
      return mayBeUnsent(path, sentFolders);
    },
    bytes: read,
    read: async (path) => new TextDecoder().decode(await read(path)),
  };
}

/**
 * The folders from which files were uploaded. All clients upload folders completely, except for the root of the project, from
 * which only named files are uploaded, and folders of pictures, of which only icons may be.
 */
function foldersOf(paths: readonly string[]): Set<string> {
  const others = paths.filter((path) => !/\.(?:svg|png|jpe?g|gif|webp)$/i.test(path));
  return new Set(others.map((path) => dirname(path)).filter((folder) => folder !== '.' && !folder.startsWith('..')));
}

/** Parses a note; an invalid one is ignored. */
function readNote(bytes: Uint8Array): UploadNote {
  try {
    const { missing, leftOut, partial }: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes));
    const reasons = typeof leftOut === 'object' && leftOut !== null ? Object.entries(leftOut).slice(0, maxNoted) : [];
    return {
      missing: textsOf(missing),
      partial: textsOf(partial),
      leftOut: Object.fromEntries(
        reasons.map(([path, reason]) => [path, typeof reason === 'string' ? reason.slice(0, 200) : '']),
      ),
    };
  } catch {
    return noNote;
  }
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.slice(0, maxNoted).filter((entry) => typeof entry === 'string') : [];
