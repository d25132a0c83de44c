import type { LogEntry } from '../kernel/events.ts';
import type { Verification } from '../kernel/result.ts';

/** Update of a run: `created` first and once, `end` last and once. */
export type RunUpdate =
  | { type: 'created'; runId: string; link?: string }
  /** `time` in RFC 3339. */
  | ({ type: 'log'; time: string } & LogEntry)
  | { type: 'progress'; progress: RunProgress }
  /** A message that is not part of the log, for example about a lost connection. */
  | { type: 'notice'; message: string }
  | { type: 'end'; outcome: RunOutcome };

export interface RunProgress {
  done: number;
  total: number;
  /** What is counted; checks when absent. */
  unit?: string;
  /** Names of running checks, if known. */
  running: readonly string[];
  /** Position in the queue, from 1, while it is queued. */
  queuePosition?: number;
}

/** A finished run; the source of all output. */
export interface RunOutcome {
  runId: string;
  creditsUsed: number;
  verification: Verification;
}
