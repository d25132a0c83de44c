import {
  chmodSync,
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { OtherWork } from '../other-work.ts';

export interface Composition {
  /** Contents by path relative to the project, with `/`. */
  overlay: Readonly<Record<string, string>>;
  /** Make everything readable by every user, whatever the project's modes and our umask say. */
  byOthers: boolean;
  /** Whoever shows the folder can show others inside it: then those that are as in the project are left empty. */
  mounting: boolean;
}

/** What is laid over a project does not fit there. */
export class OverlayError extends Error {}

/**
 * Fills a folder with a project and with files laid over it. The project's files are hard links where that is possible,
 * else copies; they must not be written to. Links that leave the project are left out.
 * @param folder empty, or not there yet
 * @returns the names of folders at the top that were left empty, to be shown from the project
 * @throws {OverlayError} for a path that leaves the project, is too long, or is a file and a folder at once
 */
export async function composeProject(folder: string, project: string, composition: Composition): Promise<string[]> {
  return new Composer(realpathSync(project), composition).compose(folder);
}

/** Each costs the child's start a little; a hostile project may have thousands. */
const mostMounts = 20;

/** Calls that don't wait: a link takes microseconds, of which a round through another thread is a multiple. */
class Composer {
  readonly #root: string;
  readonly #composition: Composition;
  readonly #otherWork = new OtherWork();

  constructor(root: string, composition: Composition) {
    this.#root = root;
    this.#composition = composition;
  }

  async compose(folder: string): Promise<string[]> {
    // The overlay goes first, into new files: writing later could write through a hard link into the project.
    for (const [path, content] of Object.entries(this.#composition.overlay)) {
      const target = within(folder, path);
      try {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content, { flag: 'wx' });
      } catch (error) {
        throw doesNotFit(error)
          ? new OverlayError(`The overlay's path "${path}" does not fit`, { cause: error })
          : error;
      }
      if (this.#composition.byOthers) chmodSync(target, 0o644);
      await this.#otherWork.mayGoFirst();
    }
    const left = this.#composition.mounting ? this.#leaveEmpty(folder) : [];
    await this.#addFolder(folder, this.#root, left);
    if (this.#composition.byOthers) openFolders(folder);
    return left;
  }

  #leaveEmpty(folder: string): string[] {
    const untouched = readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !existsSync(join(folder, entry.name)))
      .map(({ name }) => name)
      .slice(0, mostMounts);
    for (const name of untouched) mkdirSync(join(folder, name));
    return untouched;
  }

  async #addFolder(to: string, from: string, except: readonly string[] = []): Promise<void> {
    mkdirSync(to, { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (except.includes(entry.name)) continue;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await this.#addFolder(target, source);
      else unlessThere(() => this.#addFile(entry, source, target));
      await this.#otherWork.mayGoFirst();
    }
  }

  #addFile(entry: Dirent, source: string, target: string): void {
    if (entry.isFile()) shareFile(source, target, this.#composition);
    else if (entry.isSymbolicLink() && this.#staysInside(source)) symlinkSync(readlinkSync(source), target);
  }

  #staysInside(link: string): boolean {
    if (isAbsolute(readlinkSync(link))) return false;
    try {
      return realpathSync(link).startsWith(this.#root + sep);
    } catch {
      return false;
    }
  }
}

function within(folder: string, path: string): string {
  const normal = normalize(path);
  const leaves = normal === '.' || normal === '..' || normal.startsWith(`..${sep}`) || isAbsolute(normal);
  if (leaves || path.includes('\0')) throw new OverlayError(`The overlay's path "${path}" is none inside the project`);
  return join(folder, normal);
}

/** Puts a file under a second path: the same file where that is possible, else a copy. */
export function shareFile(source: string, target: string, { byOthers }: { byOthers: boolean }): void {
  if (!byOthers || (statSync(source).mode & 0o004) !== 0) {
    try {
      linkSync(source, target);
      return;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error;
      // Another file system, or one without hard links.
    }
  }
  copyFileSync(source, target, constants.COPYFILE_EXCL);
  if (byOthers) chmodSync(target, statSync(source).mode | 0o444);
}

/** Every folder is ours: made here. */
function openFolders(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(folder, entry.name));
  }
}

/** What the overlay has already wins. */
function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const doesNotFit = (error: unknown) => ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)));

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
