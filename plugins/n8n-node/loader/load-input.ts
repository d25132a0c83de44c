import type { DeclarationList } from '../project/manifest/manifest-fields.ts';

/** The input of the program that loads a package. */
export interface LoadInput {
  version: unknown;
  /** In the order in which n8n loads them. `path` as in package.json. */
  declared: readonly { index: number; list: DeclarationList; path: string }[];
  /** Packages that n8n would install; none of them is available. */
  standInsFor: readonly string[];
  /** Packages that n8n provides, and those of them that are available in a matching version. */
  hostModules: readonly string[];
  installedHost: readonly string[];
  /** Files that will not be in the published package. */
  unshipped: readonly string[];
  /** Whether only problems are needed, and no descriptions. */
  brief?: boolean;
  /** Fills the compile cache without loading a project. */
  warmUp?: boolean;
  /**
   * Milliseconds for one file, for all files, and for one turn of the event loop afterwards; and of processor time, after
   * which a file or turn is known not to end, however busy the machine is.
   */
  limits: { file: number; all: number; turn: number; computed: number };
  /** Whether to report files that exceed the time limit even if they did not get enough processor time. */
  last?: boolean;
}

/** The input of the thread. */
export interface ThreadInput {
  memory: SharedArrayBuffer;
  project: string;
  /** Folder of the kit with n8n. */
  kit: string;
  input: LoadInput;
  compileCache: string | undefined;
}
