import { AsyncSeriesHook, HookMap, SyncBailHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { Check, Manifest, Mode } from './check.ts';
import type { RuleSetting } from './enums.ts';
import type { LogEntry } from './events.ts';
import type { Finding } from './finding.ts';
import type { CheckReport, Verification } from './result.ts';

/** The run, as hooks see it. */
export interface RunInfo {
  readonly projectType: string;
  readonly packageName: string;
  readonly mode: Mode;
  readonly ruleset?: string;
  log(entry: LogEntry): void;
  /** Records that the configuration changes a rule; the summary counts it. */
  ruleChanged(code: string, setting: RuleSetting): void;
}

export function createHooks() {
  return {
    /** Returns the project type of a manifest; the first result counts. */
    detect: new SyncBailHook<[Manifest], string | undefined>(['manifest'], 'detect'),
    /** The include list, by project type. */
    include: new HookMap((type) => new SyncWaterfallHook<[string[]]>(['paths'], `include ${type}`), 'include'),
    /** The checks, by project type; a plugin can add checks to any type. */
    checks: new HookMap((type) => new SyncWaterfallHook<[Check[]]>(['checks'], `checks ${type}`), 'checks'),
    /** Changes a finding before it is reported. `null` drops it; later taps must return `null` too. */
    finding: new SyncWaterfallHook<[Finding | null, RunInfo]>(['finding', 'run'], 'finding'),
    /** Before the first check. */
    run: new AsyncSeriesHook<[RunInfo]>(['run'], 'run'),
    checkStart: new SyncHook<[RunInfo, Check]>(['run', 'check'], 'checkStart'),
    checkEnd: new SyncHook<[RunInfo, CheckReport]>(['run', 'report'], 'checkEnd'),
    log: new SyncHook<[RunInfo, LogEntry]>(['run', 'entry'], 'log'),
    /** After the last check. */
    done: new AsyncSeriesHook<[RunInfo, Verification]>(['run', 'verification'], 'done'),
  };
}

/** Hooks that `apply` of a plugin can tap, with the name of the plugin. */
export type Hooks = ReturnType<typeof createHooks>;
