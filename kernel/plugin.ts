import type { Check, Manifest, Mode } from './check.ts';
import type { Rule } from './finding.ts';
import type { FileLookup, Follow } from './follow.ts';
import type { Hooks } from './hooks.ts';
import type { KitSource } from './kits.ts';
import type { Position } from './project-files.ts';

/** A type of project. */
export interface ProjectType {
  /** Stable, in kebab-case; the value of `--type`. */
  name: string;
  title: string;
  /** Whether a manifest belongs to this type; called in the order of registration. */
  detect?(manifest: Manifest): boolean;
  /** Files and folders to verify, relative to the project; a final `*` matches the rest of a file name. */
  include?: readonly string[];
  /** Called once per project; returns a function that returns the references of a file. By default none are followed. */
  follow?(project: FileLookup): Follow | Promise<Follow>;
  /** What is wrong with the settings of its checks that a project has; called before a run. */
  configProblem?(project: FileLookup): Promise<ConfigProblem | undefined>;
  checks?: readonly Check[];
  /** What the checks need installed; installed before the first run that needs it. */
  kits?: readonly KitSource[];
  /** Name and date of the current rules: `n8n-2026-11`. The first kit is theirs. */
  ruleset?: string;
  /** The next ruleset, for `--ruleset next`. */
  nextRuleset?: NextRuleset;
  /** What the checks need installed with the next ruleset; as `kits` when absent. */
  nextKits?: readonly KitSource[];
  /** What to do after a successful run, a sentence each. */
  nextSteps?: Partial<Record<Mode, readonly string[]>>;
  /** For a type without support: the reason. Its runs end as NOT_IMPLEMENTED. */
  reserved?: string;
}

/** A file with settings that cannot be used. */
export interface ConfigProblem {
  /** Relative to the project, with `/`. */
  file: string;
  /** `behaviour.operations must be array`. */
  reason: string;
  position?: Position | undefined;
}

export interface NextRuleset {
  /** `n8n-2026-11-next` */
  name: string;
  /** Source of the changes, with its version. */
  source: string;
  changes: readonly RulesetChange[];
}

/** Change of a rule: a new rule, or one that will report more or less. */
export type RulesetChange =
  | { kind: 'added'; check: string; rule: Rule }
  | { kind: 'stricter' | 'looser'; code: string; what: string };

/** A plugin. `checks` adds checks to any project type. */
export interface Plugin {
  /** Stable, in kebab-case. */
  name: string;
  /** Plugins that must be registered too. */
  requires?: readonly string[];
  projectTypes?: readonly ProjectType[];
  checks?: Readonly<Record<string, readonly Check[]>>;
  /** Taps hooks of the kernel. */
  apply?(kernel: Kernel): void;
}

/** Project types, checks and hooks of plugins. Frozen; can be used by several runs at once. */
export interface Kernel {
  readonly hooks: Hooks;
  /** In the order of registration. */
  readonly projectTypes: ReadonlyMap<string, ProjectType>;
  /** Returns the project type of a manifest, if a plugin detects it. */
  detect(manifest: Manifest): string | undefined;
  /** The include list of a project type. */
  include(type: string): string[];
  /** The checks of a project type in order, for one mode or all. */
  checks(type: string, mode?: Mode): Check[];
  /** Whether a plugin declares this check; false for a check that a tap replaced. */
  declares(check: Check): boolean;
  /** All rules by code, with their check and project type. */
  rules(): ReadonlyMap<string, { rule: Rule; check: Check; type: string }>;
}

/** Carries the type of a plugin; changes nothing. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;
/** Carries the type of a project type; changes nothing. */
export const defineProjectType = (projectType: ProjectType): ProjectType => projectType;
/** Carries the type of a check; changes nothing. */
export const defineCheck = (check: Check): Check => check;
