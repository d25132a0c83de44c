/** Looks up files of a project, and above it in its repository. Paths are relative to the project, with `/`. */
export interface FileLookup {
  /** Whether a file exists and may be included. Case-sensitive. */
  exists(path: string): boolean;
  /** Names of the files in a folder, sorted; empty if the folder does not exist or is not accessible. */
  files(folder: string): readonly string[];
  /** Names of the folders in a folder, sorted. */
  folders(folder: string): readonly string[];
  /** Text of a file, UTF-8, without a byte order mark; undefined if it does not exist or is too large. */
  read(path: string): string | undefined;
  /** Whether git tracks a file; undefined outside of repositories. */
  isTracked?(path: string): boolean | undefined;
  /** The path of the project in its git repository, empty for the root; undefined outside of repositories. */
  folderInRepository?(): string | undefined;
}

/** A file that another file refers to. If it does not exist, checks know that it is missing, not just excluded. */
export interface FileReference {
  path: string;
  /** Reason to show to the user: `imported by nodes/Acme.node.ts`. */
  why: string;
  /** Why the file is not included even if it exists. */
  unwanted?: string;
}

/** Returns the references of a file. Called once for each included file, package.json first. */
export type Follow = (path: string) => Iterable<FileReference>;
