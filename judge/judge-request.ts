import type { Severity } from '../kernel/enums.ts';
import type { PackagesFrom } from '../runner/packages/open-packages.ts';
import type { SystemParts } from '../runner/sandbox/system-parts.ts';
import type { UploadedFile } from '../runner/source/uploaded-file.ts';

/** The files that the code of plugins is in: SHA-256 of each, by its real path. */
export type PluginCode = Readonly<Record<string, string>>;

/** A plugin by where it is: what is judged in a process of its own is loaded there. */
export interface PluginReference {
  /** Absolute: the folder from which the specifier is seen. */
  folder: string;
  /** The path of a module or of a package's folder, or the name of a package. */
  specifier: string;
  /** All that it may import; whatever it likes when absent. */
  code?: PluginCode;
}

/** Where the project of a run comes from; its name is what it is called until its manifest is known. */
export type JudgedSource =
  | { from: 'folder'; name: string; folder: string; files: readonly string[]; note?: string | undefined }
  | { from: 'upload'; name: string; files: readonly UploadedFile[] }
  | { from: 'registry'; reference: string };

/** What a judge is to verify. */
export interface JudgeRequest {
  source: JudgedSource;
  projectType: string;
  /** Seconds for the whole run. */
  timeout: number;
  /** Besides those that come with the product. */
  plugins: readonly PluginReference[];
  /** Plugins of the project that may not run, as it names them. */
  pluginsNotRun?: readonly string[];
  /** Findings of these codes get that severity, or are dropped. */
  rules?: Readonly<Record<string, Severity | 'off'>> | undefined;
  /** Whether what earlier runs of this user found is told again where nothing has changed. */
  cache?: boolean;
  /** Where the packages come from that the project is built with; the network and the cache alone when absent. */
  packages?: Pick<PackagesFrom, 'offline' | 'folder'>;
  /** Whether the result is cut to what a store holds. */
  bounded?: boolean;
  /** How children are isolated, where that was found out before; else the judge does. */
  isolation?: { parts: SystemParts } | { note: string };
  /** Users for children, where we are root: no other judge of this process has them. */
  users?: readonly number[];
}

/** The judge's descriptors besides the standard ones: what it says, and a pipe that closes when its parent ends. */
export const judgeDescriptors = { said: 3, parent: 4 } as const;
