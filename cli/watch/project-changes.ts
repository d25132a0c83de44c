import { existsSync, type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';

/** Milliseconds without a change after which files count as saved. */
const quietPeriod = 25;

/** Folders whose files are not verified, or change when they are. */
const unwatched: readonly string[] = ['node_modules', '.git', 'dist'];

/**
 * Waits for changes in the files of a project. Watches each folder by itself: Node.js on Linux watches the files of a folder
 * and its subfolders by inode, and so misses a file once an editor has saved it by renaming.
 */
export class ProjectChanges implements Disposable {
  readonly #folder: string;
  readonly #changed = new Set<string>();
  readonly #written: ReadonlySet<string>;
  readonly #warn: (message: string) => void;
  #hasWarned = false;
  readonly #watchers = new Map<string, FSWatcher>();
  #waiting: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;

  /**
   * @param folder absolute
   * @param written files that the command itself writes, relative to the current folder
   * @param warn called once if folders cannot be watched: the system limits their number
   */
  constructor(folder: string, written: readonly string[], warn: (message: string) => void) {
    this.#folder = folder;
    this.#written = new Set(written.map((path) => resolve(path)));
    this.#warn = warn;
    this.#watchAll(folder);
  }

  /** Resolves when files have changed since the last call, immediately if they already have. */
  async next(): Promise<void> {
    if (!this.#isChanged) {
      await new Promise<void>((done) => {
        this.#waiting = done;
      });
    }
    this.#isChanged = false;
  }

  /** Counts as a change. */
  request(): void {
    this.#isChanged = true;
    this.#waiting?.();
  }

  /** The paths that have changed since the last call, relative to the project, with `/`. */
  take(): string[] {
    const paths = [...this.#changed];
    this.#changed.clear();
    return paths;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  /** A folder and those in it. */
  #watchAll(folder: string): void {
    try {
      this.#watch(folder);
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory() && !unwatched.includes(entry.name)) this.#watchAll(join(folder, entry.name));
    } catch (error) {
      // It may have been removed.
      if (this.#hasWarned || !existsSync(folder)) return;
      this.#hasWarned = true;
      this.#warn(`Changes in ${folder} do not start a run: ${reasonOf(error)}`);
    }
  }

  #watch(folder: string): void {
    const watcher = watch(folder, (event, name) => {
      const path = join(folder, name ?? '');
      if ((name !== null && unwatched.includes(name)) || this.#written.has(path)) return;
      this.#changed.add(relative(this.#folder, path).split(sep).join('/'));
      this.#noteChange();
      // Perhaps a new folder, or another one of that name.
      if (event === 'rename') this.#watchAgain(path);
    });
    // For example a folder that was removed; the next run reports it.
    watcher.on('error', () => this.#noteChange());
    this.#watchers.set(folder, watcher);
  }

  #watchAgain(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) this.#watchAll(path);
  }

  /** Editors write a file in several steps. */
  #noteChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.request(), quietPeriod);
  }
}
