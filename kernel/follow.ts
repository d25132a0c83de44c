/** What may be looked at on the way from file to file. Paths are relative to the project, with `/`; `../../x` lies above it. */
export interface Reach {
  /** Whether a file is there that may be taken along: in the project, or above it in its repository. Names in exact case. */
  exists(path: string): boolean;
  /** The files of a folder, by their names, sorted; none for a folder that is not there or may not be looked into. */
  files(folder: string): readonly string[];
  /** The folders of a folder, by their names, sorted. */
  folders(folder: string): readonly string[];
  /** Text of a file, UTF-8, without a byte-order mark; undefined for one that is not there or too large to be taken along. */
  read(path: string): string | undefined;
}

/** A file that another file leads to. One that is not there is known to be missing then, and not only not sent. */
export interface Lead {
  path: string;
  /** For the user to read: `imported by nodes/Acme.node.ts`. */
  why: string;
  /** Why it does not come along, should it be there. */
  unwanted?: string;
}

/** What a file leads to. Called once for each file that comes along; package.json comes first. */
export type Follow = (path: string) => Iterable<Lead>;
