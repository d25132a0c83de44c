import type { JudgeRequest, PluginReference } from '../judge/judge-request.ts';
import type { GitState } from '../kernel/git-state.ts';
import type { KitSource } from '../kernel/kits.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { CollectedProject } from '../runner/source/collect-project.ts';
import type { PluginConsent } from './plugins/consent.ts';
import type { RunUpdate } from './run-update.ts';

/** A run, as resolved before it is created (SPEC 4.2), for either backend. */
export interface RunRequest {
  subject: ProjectSubject | PackageSubject;
  projectType: string;
  /** Whether the type was detected from the manifest. */
  detected: boolean;
  /** Seconds. */
  timeout: number;
  /** Git ref, branch or commit to tag the run with. */
  ref?: string;
  /** Additional plugins, and changed severities; local runs only. */
  plugins: readonly PluginReference[];
  /** Names of the plugins that the project wants in the cloud, which must have them. */
  cloudPlugins?: readonly string[];
  /** Plugins of the project that are not allowed to run. */
  pluginsNotRun?: readonly string[];
  rules?: JudgeRequest['rules'];
  /** Whether the next ruleset of the project type applies. */
  ruleset?: 'next' | undefined;
  /** Findings that do not count; local runs only. */
  ignore?: JudgeRequest['ignore'];
  /** What the checks need installed. */
  kits: readonly KitSource[];
  /** Releases of n8n to verify with, instead of those that come with us; local runs only. */
  n8n?: readonly string[] | undefined;
  /** What to do after a successful run. */
  nextSteps?: readonly string[] | undefined;
  /** Rules for reports. */
  kernel(): Promise<Kernel>;
}

/** A project on this machine. */
export interface ProjectSubject extends CollectedProject {
  mode: 'project';
  /** Absolute. */
  folder: string;
  /** Name in the manifest, else of the folder. */
  name: string;
  /** Texts of files instead of what is on disk, by path. */
  replaced?: ReadonlyMap<string, string>;
  /** Of its repository; empty unless the cloud or a report gets it. */
  git: GitState;
}

/** A published package. */
interface PackageSubject {
  mode: 'package';
  /** The reference as given. */
  name: string;
}

/** Context of the steps besides the flags. */
export interface ProjectContext {
  /** Whether it is a local run, in which rules and plugins of the project apply. */
  local: boolean;
  /** Whether to detect the state of the git repository. */
  git?: boolean;
  /** Whether the baseline is being written, so that the present one does not apply. */
  baseline?: boolean;
  /** File with a baseline besides that of the project. */
  baselineFile?: string | undefined;
  /** Fields that replace those of the configuration file. */
  config?: Readonly<Record<string, unknown>>;
  /** Prints a warning. */
  warn(message: string): void;
  /** Whether plugins of the project may run. */
  consent: PluginConsent;
}

/**
 * Runs a request locally or in the cloud. Aborting the signal cancels the run; stopping to read leaves the run alone.
 * @throws {ServiceError} if the run is not created or its outcome is unknown
 */
export type RunBackend = (request: RunRequest, signal: AbortSignal) => AsyncIterable<RunUpdate>;
