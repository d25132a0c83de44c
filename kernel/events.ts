import type { CheckReport, Verification } from './result.ts';

export type LogLevel = 'info' | 'warn' | 'error';

export interface LogEntry {
  level: LogLevel;
  message: string;
  /** The check that says so. */
  check?: string;
}

/** What happens during a run. */
export type RunEvent =
  | ({ type: 'log' } & LogEntry)
  | { type: 'checks'; names: string[] }
  | { type: 'check-start'; check: string }
  | { type: 'check-end'; report: CheckReport }
  | { type: 'end'; verification: Verification };

/** An event with its place in the run: `seq` is contiguous from 1, `time` RFC 3339 UTC. */
export type NumberedEvent = RunEvent & { seq: number; time: string };
