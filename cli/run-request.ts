import type { JudgeRequest, PluginReference } from '../judge/judge-request.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { CollectedProject } from '../runner/source/collect-project.ts';
import type { PluginConsent } from './plugins/consent.ts';

/** What a run is asked for, whichever backend runs it: everything that SPEC 4.2 decides before the run is created. */
export interface RunRequest {
  subject: ProjectSubject | PackageSubject;
  projectType: string;
  /** Whether the type was read off the manifest. */
  detected: boolean;
  /** Seconds. */
  timeout: number;
  /** Git ref, branch or commit to tag the run with. */
  ref?: string;
  /** Plugins besides our own that a run on this machine has, and severities that it changes. */
  plugins: readonly PluginReference[];
  /** Plugins of the project that may not run. */
  pluginsNotRun?: readonly string[];
  rules?: JudgeRequest['rules'];
  /** What reports tell of rules. */
  kernel(): Promise<Kernel>;
}

/** A project on this machine. */
export interface ProjectSubject extends CollectedProject {
  mode: 'project';
  /** Absolute. */
  folder: string;
  /** The manifest's name, else the folder's. */
  name: string;
  /** Without credentials. */
  gitRemote?: string;
}

/** A published package. */
export interface PackageSubject {
  mode: 'package';
  /** The reference as it was given. */
  name: string;
}

/** What the steps need besides the flags. */
export interface Surroundings {
  /** Whether the run is on this machine: then the project's own rules and plugins count. */
  local: boolean;
  /** Something to know that stops nothing. */
  warn(message: string): void;
  /** Whether the project's own plugins may run. */
  consent: PluginConsent;
}
