import type { Mode, Published } from '../../kernel/check.ts';
import type { LogEntry } from '../../kernel/events.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';

/** The origin of a project. Opening it creates a copy in a temporary folder. */
export interface Source {
  readonly mode: Mode;
  /** The name of the project until its manifest is read: the name of the folder or the package reference. */
  readonly name: string;
  /**
   * Reads the files without creating a copy, if possible; otherwise returns undefined. `open` then has the same contents.
   * @throws {ServiceError} see `open`
   */
  read?(): Promise<ProjectFiles | undefined>;
  /**
   * @throws {ServiceError} INVALID_PAYLOAD if it does not exist or cannot be unpacked, RUNNER_ERROR if a registry does not
   * respond properly, UNREADABLE_PATH if a file on disk cannot be copied
   */
  open(run: { signal: AbortSignal; log(entry: LogEntry): void }): Promise<OpenProject>;
}

export interface OpenProject {
  /** Absolute path of the copy. */
  readonly folder: string;
  readonly files: ProjectFiles;
  /** Set for a project from a registry. */
  readonly published?: Published;
  /** Removes the copy. */
  close(): Promise<void>;
}
