import type { Mode, Published } from '../../kernel/check.ts';
import type { LogEntry } from '../../kernel/events.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';

/** Where a project comes from. Opening it puts a copy of it into a temporary folder of its own. */
export interface Source {
  readonly mode: Mode;
  /** What to call the project until its manifest is known: the folder's name or the package reference. */
  readonly name: string;
  /**
   * The files without a copy of them, where they can be had so; undefined when they can't. What is opened afterwards has
   * the same bytes.
   * @throws {ServiceError} as `open` does
   */
  read?(): Promise<ProjectFiles | undefined>;
  /**
   * @throws {ServiceError} INVALID_PAYLOAD for what can't be unpacked or does not exist, RUNNER_ERROR for a
   * registry that does not answer, UNREADABLE_PATH for a file on disk that can't be copied
   */
  open(run: { signal: AbortSignal; log(entry: LogEntry): void }): Promise<OpenProject>;
}

export interface OpenProject {
  /** Absolute path of the copy. */
  readonly folder: string;
  readonly files: ProjectFiles;
  /** What a registry served, where the project came from one. */
  readonly published?: Published;
  /** Removes the copy. */
  close(): Promise<void>;
}
