import type { JudgeRequest, PluginReference } from '../judge/judge-request.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { CollectedProject } from '../runner/source/collect-project.ts';
import type { PluginConsent } from './plugins/consent.ts';

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
  /** Plugins of the project that are not allowed to run. */
  pluginsNotRun?: readonly string[];
  rules?: JudgeRequest['rules'];
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
  /** Without credentials. */
  gitRemote?: string;
}

/** A published package. */
export interface PackageSubject {
  mode: 'package';
  /** The reference as given. */
  name: string;
}

/** Context of the steps besides the flags. */
export interface ProjectContext {
  /** Whether it is a local run, in which rules and plugins of the project apply. */
  local: boolean;
  /** Prints a warning. */
  warn(message: string): void;
  /** Whether plugins of the project may run. */
  consent: PluginConsent;
}
