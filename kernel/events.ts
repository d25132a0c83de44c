import type { Finding } from './finding.ts';
import { type CheckReport, isUnfinished, outcomeOf, skipReason } from './result.ts';

export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogEntry {
  level: LogLevel;
  message: string;
  /** The check that logged it. */
  check?: string;
}

export type RunEvent =
  | ({ type: 'log' } & LogEntry)
  | { type: 'checks'; checks: { name: string; title: string }[] }
  | { type: 'check-start'; check: string }
  /** With `--watch`, at most once: findings in files that changed, before their checks end. */
  | { type: 'early'; files: string[]; findings: Finding[] }
  /** Once, before a check reads an installed kit; results from the cache need none. */
  | { type: 'kits' }
  | { type: 'check-end'; report: CheckReport };

/** Returns the log entry of an event, for local runs and in the cloud; undefined if it has none. */
export function logEntryOf(event: RunEvent): LogEntry | undefined {
  if (event.type === 'log') {
    const { level, message, check } = event;
    return { level, message: onOneLine(message), ...(check !== undefined && { check }) };
  }
  // That the run has ended says so of all checks that it stopped.
  if (event.type !== 'check-end' || isUnfinished(event.report)) return undefined;
  const { name, passed, message, duration } = event.report;
  const outcome = outcomeOf(event.report);
  if (outcome === 'skipped')
    return { level: 'info', message: onOneLine(`${name} not run: ${skipReason(event.report)}`), check: name };
  const details = message === undefined ? '' : `: ${message}`;
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  const text = `${name} ${outcome} after ${seconds}${details}`;
  return { level: passed ? 'info' : 'error', message: onOneLine(text), check: name };
}

/** A log entry is one line: messages of findings may have more. */
function onOneLine(text: string): string {
  return text.trim().replace(/(?<!\s)[^\S\r\n]*[\r\n]\s*/g, ' ');
}

/** An event with its time, RFC 3339 UTC. */
export type TimedEvent = RunEvent & { time: string };
