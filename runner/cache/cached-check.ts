import { type Check, SkippedCheck } from '../../kernel/check.ts';
import { severities } from '../../kernel/enums.ts';
import type { LogLevel } from '../../kernel/events.ts';
import type { Observation } from '../../kernel/finding.ts';

/** The observations and log of a check, to replay it without reading the project. */
export interface CachedCheck {
  /** When the check ran: Unix time in milliseconds. */
  at: number;
  /** When the entry expires: Unix time in milliseconds; never when absent. */
  until?: number;
  observations: Observation[];
  /** Why the check was skipped, if it was. */
  skipped?: string;
  /** Parts that were not checked. */
  notChecked: [reason: string, what: string | null][];
  log: [message: string, level: LogLevel][];
}

/** A check with more log lines or unchecked parts is not cached. */
const maxLines = 1000;

/** A check that yields the cached observations. They are processed like those of a run. */
export function replay(check: Check, { observations, skipped, notChecked, log }: CachedCheck): Check {
  return {
    ...check,
    async *run(context) {
      for (const [message, level] of log) context.log(message, level);
      for (const [reason, what] of notChecked) context.notChecked(reason, what ?? undefined);
      yield* observations;
      if (skipped !== undefined) context.skip(skipped);
    },
  };
}

/** A check that also records what it does, and passes that to `save` when it finishes. */
export function record(check: Check, save: (done: CachedCheck) => void): Check {
  return {
    ...check,
    async *run(context) {
      const observations: Observation[] = [];
      const lines: CachedCheck['log'] = [];
      const parts: CachedCheck['notChecked'] = [];
      const saveAll = (skipped?: string) => {
        if (context.signal.aborted || lines.length > maxLines || parts.length > maxLines) return;
        save({
          at: Date.now(),
          observations,
          ...(skipped !== undefined && { skipped }),
          notChecked: parts,
          log: lines,
        });
      };
      const log = (message: string, level: LogLevel = 'info') => {
        if (lines.length <= maxLines) lines.push([message, level]);
        context.log(message, level);
      };
      const notChecked = (reason: string, what?: string) => {
        if (parts.length <= maxLines) parts.push([reason, what ?? null]);
        context.notChecked(reason, what);
      };
      try {
        for await (const observation of check.run({ ...context, log, notChecked })) {
          observations.push(observation);
          yield observation;
        }
      } catch (error) {
        if (error instanceof SkippedCheck) saveAll(error.message);
        throw error;
      }
      saveAll();
    },
  };
}

/** Written by hand: loading the kernel's schemas would take longer than the rest of a fully cached run. */
export function isCachedCheck(value: unknown): value is CachedCheck {
  if (!isRecord(value)) return false;
  const { at, until, observations, skipped, notChecked, log } = value;
  return (
    typeof at === 'number' &&
    isMaybe(until, (moment) => typeof moment === 'number') &&
    isMaybe(skipped, isText) &&
    Array.isArray(observations) &&
    observations.every(isObservation) &&
    Array.isArray(notChecked) &&
    notChecked.every(isPart) &&
    Array.isArray(log) &&
    log.every(isLine)
  );
}

function isObservation(value: unknown): value is Observation {
  if (!isRecord(value)) return false;
  const { code, message, severity, file, evidence, fix, docs, line, column, evidenceColumn } = value;
  return (
    isText(code) &&
    isText(message) &&
    isMaybe(severity, (text) => severities.some((known) => known === text)) &&
    [file, evidence, fix, docs].every((text) => isMaybe(text, isText)) &&
    [line, column, evidenceColumn].every((position) => isMaybe(position, isPosition))
  );
}

const isLine = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && ['info', 'warn', 'error'].includes(value[1]);
const isPart = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && (value[1] === null || isText(value[1]));
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isPosition = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;
const isMaybe = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);
