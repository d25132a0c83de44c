import type { DeclarationList } from '../project/manifest/manifest-fields.ts';

/** What the program that loads a package is asked. */
export interface LoadInput {
  version: unknown;
  /** In the order in which n8n loads them. `path` as package.json has it. */
  declared: readonly { index: number; list: DeclarationList; path: string }[];
  /** Packages that n8n would install; none of them is here. */
  standInsFor: readonly string[];
  /** Packages that n8n has itself, and those of them that are here in a version that fits. */
  hostModules: readonly string[];
  installedHost: readonly string[];
  /** Files that will not be in the published package. */
  unshipped: readonly string[];
  /** Whether only problems are asked for, and no descriptions. */
  brief?: boolean;
  /** Nothing of a project is loaded: what is compiled for it is to be kept. */
  warmUp?: boolean;
  /** Milliseconds that one file may take, and all together; and that the event loop may stand still afterwards: see `changed`. */
  limits: { file: number; all: number; beat: { wall: number; processor: number } };
  /** Whether to tell of files that take too long also when it was for want of a processor. */
  last?: boolean;
}

/** What its thread is started with. */
export interface ThreadInput {
  memory: SharedArrayBuffer;
  project: string;
  /** Folder of the kit with the n8n that the package gets. */
  kit: string;
  input: LoadInput;
  compileCache: string | undefined;
}
