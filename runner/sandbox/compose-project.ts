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
import { codeOf } from '../../kernel/errors.ts';
import { PeriodicYield } from '../periodic-yield.ts';

interface Composition {
  /** Contents by path relative to the project, with `/`. */
  overlay: Readonly<Record<string, string>>;
  /** Make everything readable for all users, whatever the modes and the umask are. */
  byOthers: boolean;
  /** Leave unchanged top-level folders empty, because the caller mounts them from the project. */
  mounting: boolean;
}

/** An overlay conflicts with the project. */
export class OverlayError extends Error {}

/**
 * Fills a folder with a project and an overlay. Files of the project are hard links if possible, else copies; they must not
 * be written to. Links that lead out of the project are omitted.
 * @param folder empty or missing
 * @returns the names of the top-level folders that were left empty, to be mounted from the project
 * @throws {OverlayError} for a path that leaves the project, is too long, or is a file and a folder at once
 */
export async function composeProject(folder: string, project: string, composition: Composition): Promise<string[]> {
  return new Composer(realpathSync(project), composition).compose(folder);
}

/** Each slows down the start of a process; a hostile project may have thousands. */
const maxMounts = 20;

/** Synchronous, because a link takes microseconds and the thread pool many times that. */
class Composer {
  readonly #root: string;
  readonly #composition: Composition;
  readonly #yielding = new PeriodicYield();

  constructor(root: string, composition: Composition) {
    this.#root = root;
    this.#composition = composition;
  }

  async compose(folder: string): Promise<string[]> {
    // The overlay first, into new files: writing later could write through a hard link into the project.
    for (const [path, content] of Object.entries(this.#composition.overlay)) {
      const target = within(folder, path);
      try {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content, { flag: 'wx' });
      } catch (error) {
        throw isConflict(error)
          ? new OverlayError(`The overlay path "${path}" conflicts with another path`, { cause: error })
          : error;
      }
      if (this.#composition.byOthers) chmodSync(target, 0o644);
      await this.#yielding.tick();
    }
    const empty = this.#composition.mounting ? this.#leaveEmpty(folder) : [];
    await this.#addFolder(folder, this.#root, empty);
    if (this.#composition.byOthers) openFolders(folder);
    return empty;
  }

  #leaveEmpty(folder: string): string[] {
    const unchanged = readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !existsSync(join(folder, entry.name)))
      .map(({ name }) => name)
      .slice(0, maxMounts);
    for (const name of unchanged) mkdirSync(join(folder, name));
    return unchanged;
  }

  async #addFolder(to: string, from: string, except: readonly string[] = []): Promise<void> {
    mkdirSync(to, { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (except.includes(entry.name)) continue;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await this.#addFolder(target, source);
      else ignoreExisting(() => this.#addFile(entry, source, target));
      await this.#yielding.tick();
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
  if (leaves || path.includes('\0')) throw new OverlayError(`The overlay path "${path}" leads out of the project`);
  return join(folder, normal);
}

/** Makes a file available under a second path: a hard link if possible, else a copy. */
export function shareFile(source: string, target: string, { byOthers }: { byOthers: boolean }): void {
  if (!byOthers || (statSync(source).mode & 0o004) !== 0) {
    try {
      linkSync(source, target);
      return;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error;
      // On another file system, or without support for hard links.
    }
  }
  copyFileSync(source, target, constants.COPYFILE_EXCL);
  if (byOthers) chmodSync(target, statSync(source).mode | 0o444);
}

/** Makes all folders readable for all users. */
function openFolders(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(folder, entry.name));
  }
}

/** Files of the overlay win. */
function ignoreExisting(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const isConflict = (error: unknown) => ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(codeOf(error) ?? '');
