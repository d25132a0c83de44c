import { watch } from 'node:fs';
import { resolve, sep } from 'node:path';

/** Milliseconds without a change after which files count as saved. */
const quietPeriod = 40;

/** Folders whose files are not verified, or change when they are. */
const unwatched = /(?:^|[/\\])(?:node_modules|\.git|dist)(?:[/\\]|$)/;

/** Waits for changes in the files of a project. */
export class ProjectChanges implements Disposable {
  readonly #watcher: ReturnType<typeof watch>;
  #waiting: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;

  /**
   * @param folder absolute
   * @param written files that the command itself writes, relative to the current folder
   */
  constructor(folder: string, written: readonly string[]) {
    const own = new Set(written.map((path) => resolve(path)));
    this.#watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || (!unwatched.test(name) && !own.has(folder + sep + name))) this.#noteChange();
    });
    // For example a folder that was removed; the next run reports it.
    this.#watcher.on('error', () => this.#noteChange());
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

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  /** Editors write a file in several steps. */
  #noteChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.request(), quietPeriod);
  }
}
