import type { Severity } from '../kernel/enums.ts';
import type { IgnoreOptions } from '../runner/ignored-findings.ts';
import type { PackageSources } from '../runner/packages/open-packages.ts';
import type { SystemParts } from '../runner/sandbox/system-parts.ts';
import type { UploadedFile } from '../runner/source/uploaded-file.ts';

/** SHA-256 of the code files of plugins, by real path. */
export type PluginCode = Readonly<Record<string, string>>;

/** A reference to a plugin, to load it in another process. */
export interface PluginReference {
  /** Absolute folder from which the specifier is resolved. */
  folder: string;
  /** Path of a module or a package folder, or name of a package. */
  specifier: string;
  /** Files that it may import; unrestricted if absent. */
  code?: PluginCode;
}

/** Source of the project; `name` is used until the manifest is read. */
export type JudgedSource =
  | {
      from: 'folder';
      name: string;
      folder: string;
      files: readonly string[];
      note?: string | undefined;
      replaced?: Readonly<Record<string, string>> | undefined;
    }
  | { from: 'upload'; name: string; files: readonly UploadedFile[] }
  | { from: 'registry'; reference: string };

export interface JudgeRequest {
  source: JudgedSource;
  projectType: string;
  /** Seconds for the whole run. */
  timeout: number;
  /** In addition to the built-in plugins. */
  plugins: readonly PluginReference[];
  /** Plugins of the project that are not allowed to run, as named in the configuration. */
  pluginsNotRun?: readonly string[];
  /** `next` verifies with the next ruleset of the project type. */
  ruleset?: 'next' | undefined;
  /** Severities by code; `off` drops the findings. */
  rules?: Readonly<Record<string, Severity | 'off'>> | undefined;
  /** Findings that do not count. */
  ignore?: IgnoreOptions | undefined;
  /** Whether cached results of this user are used. */
  cache?: boolean;
  /** Under which name the run is recorded if all of its checks are cached; see recorded-run.ts. */
  recordAs?: string;
  /** Sources of packages that the project is compiled with; by default network and cache. */
  packages?: Pick<PackageSources, 'offline' | 'folder'>;
  /** The kits to verify with, by the URL of their lock files; those of the project type when absent. */
  kits?: readonly { name: string; lock: string }[] | undefined;
  /**
   * With `--watch`: the files that changed since the last run, whose findings are reported early. A process is left waiting for the
   * next run.
   */
  changed?: readonly string[];
  /** Whether the size of the result is limited for storage. */
  bounded?: boolean;
  /** Isolation of children, if already determined. */
  isolation?: { parts: SystemParts } | { note: string };
  /** User IDs for children if we are root; not used by other judges of this process. */
  users?: readonly number[];
}

/** Additional descriptors of a judge: its messages, and a pipe that closes when the parent exits. */
export const judgeDescriptors = { messages: 3, parent: 4 } as const;
