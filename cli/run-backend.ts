import type { LogEntry } from '../kernel/events.ts';
import type { Verification } from '../kernel/result.ts';
import type { RunRequest } from './run-request.ts';

/** What a run lets see of itself, in order: `created` first and once, `end` last and once. */
export type RunUpdate =
  | { type: 'created'; runId: string; link?: string }
  /** `time`: RFC 3339. */
  | ({ type: 'log'; time: string } & LogEntry)
  | { type: 'progress'; progress: RunProgress }
  /** Something to know that is not of the run's log: a connection that was lost. */
  | { type: 'notice'; message: string }
  | { type: 'end'; outcome: RunOutcome };

export interface RunProgress {
  done: number;
  total: number;
  /** Names of the checks that are at work, where that is known. */
  running: readonly string[];
  /** Its place in the queue, 1 for the next, while it waits for its turn. */
  queuePosition?: number;
}

/** A finished run: the one thing that every output is made of. */
export interface RunOutcome {
  runId: string;
  creditsUsed: number;
  verification: Verification;
}

/**
 * Runs a request to its end, on this machine or in the cloud. When the signal aborts, it ends the run and says how that
 * went; when its reader stops early, it lets go of the run.
 * @throws {ServiceError} for a run that is not created, or whose outcome can't be learnt
 */
export type RunBackend = (request: RunRequest, signal: AbortSignal) => AsyncIterable<RunUpdate>;
