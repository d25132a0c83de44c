import type { Check, Manifest, Mode } from './check.ts';
import type { Rule } from './finding.ts';
import type { Follow, Reach } from './follow.ts';
import type { Hooks } from './hooks.ts';

/** A kind of project that can be verified. */
export interface ProjectType {
  /** Stable, kebab-case: what `--type` takes. */
  name: string;
  title: string;
  /** Whether a manifest shows this type; types are asked in the order of registration. */
  detect?(manifest: Manifest): boolean;
  /** Files and folders to verify, relative to the project; a trailing `*` stands for the rest of a file's name. */
  include?: readonly string[];
  /** Made once for each project: says of each file that comes along what else it leads to. Without it nothing is followed. */
  follow?(project: Reach): Follow | Promise<Follow>;
  checks?: readonly Check[];
  /** The named, dated set of rules in force: `n8n-2026-11`. */
  ruleset?: string;
  /** What a newer set would change: shown to whoever asks, not in force. */
  nextRuleset?: NextRuleset;
  /** Set for a type that is only named so far: why it can't be verified. Its runs end as NOT_IMPLEMENTED. */
  reserved?: string;
}

/** A set of rules that is to come. */
export interface NextRuleset {
  /** Where its changes come from, with the version. */
  source: string;
  changes: readonly RulesetChange[];
}

/** How one rule will change: a new one, or one in force that will see more, or less. */
export type RulesetChange =
  | { kind: 'added'; check: string; rule: Rule }
  | { kind: 'stricter' | 'looser'; code: string; what: string };

/** What a plugin brings. `checks` adds to project types that it need not own. */
export interface Plugin {
  /** Stable, kebab-case. */
  name: string;
  /** Plugins that must be registered as well. */
  requires?: readonly string[];
  projectTypes?: readonly ProjectType[];
  checks?: Readonly<Record<string, readonly Check[]>>;
  /** Taps the kernel's hooks, for what the fields above can't say. */
  apply?(kernel: Kernel): void;
}

/** The project types, checks and taps of a set of plugins. Frozen; it may serve many runs at once. */
export interface Kernel {
  readonly hooks: Hooks;
  /** In the order of registration. */
  readonly projectTypes: ReadonlyMap<string, ProjectType>;
  /** The project type that a manifest shows, if any plugin knows it. */
  detect(manifest: Manifest): string | undefined;
  /** The include list of a project type. */
  include(type: string): string[];
  /** The checks of a project type in their order; for one mode, or all. */
  checks(type: string, mode?: Mode): Check[];
  /** Whether a check is as some plugin declares it, and not what a tap made of one. */
  declares(check: Check): boolean;
  /** Every rule of every project type by its code, with the check that it belongs to. */
  rules(): ReadonlyMap<string, { rule: Rule; check: Check; type: string }>;
}

/** Carries the type of a plugin; changes nothing. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;
/** Carries the type of a project type; changes nothing. */
export const defineProjectType = (projectType: ProjectType): ProjectType => projectType;
/** Carries the type of a check; changes nothing. */
export const defineCheck = (check: Check): Check => check;
