import { AsyncSeriesHook, HookMap, SyncBailHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { Check, Manifest, Mode } from './check.ts';
import type { RuleSetting } from './enums.ts';
import type { LogEntry } from './events.ts';
import type { Finding } from './finding.ts';
import type { CheckReport, Verification } from './result.ts';

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

export function createHooks() {
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
