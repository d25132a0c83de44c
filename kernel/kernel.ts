import { AsyncSeriesHook, HookMap, SyncBailHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { Check, Manifest, Mode } from './check.ts';
import type { LogEntry } from './events.ts';
import type { Finding, Rule } from './finding.ts';
import type { Plugin, ProjectType } from './plugin.ts';
import { declaredChecks, registerPlugins } from './register-plugins.ts';
import type { CheckReport, RuleSetting, Verification } from './result.ts';

/** What every hook of a run is told about it. */
export interface Run {
  readonly projectType: string;
  readonly packageName: string;
  readonly mode: Mode;
  readonly ruleset?: string;
  log(entry: LogEntry): void;
  /** Notes that the configuration of the run switches a rule off or changes it: the verdict counts it. */
  ruleChanged(code: string, setting: RuleSetting): void;
}

function createHooks() {
  return {
    /** Manifest → the name of the project type that it shows; the first plugin that knows, wins. */
    detect: new SyncBailHook<[Manifest], string | undefined>(['manifest'], 'detect'),
    /** The include list of a project type, by its name. */
    include: new HookMap((type) => new SyncWaterfallHook<[string[]]>(['paths'], `include ${type}`), 'include'),
    /** The checks of a project type, by its name: a plugin may add to a type that it does not own. */
    checks: new HookMap((type) => new SyncWaterfallHook<[Check[]]>(['checks'], `checks ${type}`), 'checks'),
    /** Each finding on its way into the report: the place to override its severity. `null` drops it, and so must taps that follow. */
    finding: new SyncWaterfallHook<[Finding | null, Run]>(['finding', 'run'], 'finding'),
    /** Before the first check. */
    run: new AsyncSeriesHook<[Run]>(['run'], 'run'),
    checkStart: new SyncHook<[Run, Check]>(['run', 'check'], 'checkStart'),
    checkEnd: new SyncHook<[Run, CheckReport]>(['run', 'report'], 'checkEnd'),
    log: new SyncHook<[Run, LogEntry]>(['run', 'entry'], 'log'),
    /** After the last check, with everything that was found. */
    done: new AsyncSeriesHook<[Run, Verification]>(['run', 'verification'], 'done'),
  };
}

/** The hooks that a plugin's `apply` may tap, each under the plugin's name. */
export type Hooks = ReturnType<typeof createHooks>;

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

/**
 * Makes a kernel of plugins: validates each, registers what it declares, lets it tap the hooks, and freezes.
 * @throws {ServiceError} PLUGIN_*, naming the plugin
 */
export function createKernel({ plugins }: { plugins: readonly Plugin[] }): Kernel {
  const hooks = createHooks();
  const projectTypes = new Map<string, ProjectType>();
  const kernel: Kernel = Object.freeze({
    hooks: Object.freeze(hooks),
    projectTypes,
    detect: (manifest: Manifest) => hooks.detect.call(manifest),
    include: (type: string) => hooks.include.for(type).call([]),
    checks: (type: string, mode?: Mode) => {
      const all = hooks.checks.for(type).call([]);
      return mode ? all.filter((check) => check.modes.includes(mode)) : all;
    },
    declares: (check: Check) => declared.has(check),
    rules: () => {
      const rules = new Map<string, { rule: Rule; check: Check; type: string }>();
      for (const type of projectTypes.keys()) {
        for (const check of kernel.checks(type))
          for (const rule of check.rules) rules.set(rule.code, { rule, check, type });
      }
      return rules;
    },
  });
  registerPlugins(plugins, kernel, projectTypes);
  const declared = declaredChecks(plugins);
  return kernel;
}
