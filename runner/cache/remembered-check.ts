import { type Check, SkippedCheck } from '../../kernel/check.ts';
import { severities } from '../../kernel/enums.ts';
import type { LogLevel } from '../../kernel/events.ts';
import type { Observation } from '../../kernel/finding.ts';

/** What a check did when it ran: enough to do it again without looking at the project. */
export interface RememberedCheck {
  /** When it ran, in milliseconds of Unix time. */
  at: number;
  /** Until when it counts, in the same; as long as nothing changes when absent. */
  until?: number;
  observations: Observation[];
  /** Why it was skipped, if it was. */
  skipped?: string;
  /** What it did not check although it ran. */
  notChecked: [reason: string, what: string | null][];
  log: [message: string, level: LogLevel][];
}

/** Lines of the log, and parts not checked, of a check that says more are not worth keeping, nor is the check. */
const mostLines = 1000;

/** A check that tells what it told before. Everything that is done with what a check tells is done as ever. */
export function replayed(check: Check, { observations, skipped, notChecked, log }: RememberedCheck): Check {
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

/** A check that hands over what it did, once it has come to its own end. */
export function recorded(check: Check, keep: (done: RememberedCheck) => void): Check {
  return {
    ...check,
    async *run(context) {
      const observations: Observation[] = [];
      const lines: RememberedCheck['log'] = [];
      const parts: RememberedCheck['notChecked'] = [];
      const keepAll = (skipped?: string) => {
        if (context.signal.aborted || lines.length > mostLines || parts.length > mostLines) return;
        keep({
          at: Date.now(),
          observations,
          ...(skipped !== undefined && { skipped }),
          notChecked: parts,
          log: lines,
        });
      };
      const log = (message: string, level: LogLevel = 'info') => {
        if (lines.length <= mostLines) lines.push([message, level]);
        context.log(message, level);
      };
      const notChecked = (reason: string, what?: string) => {
        if (parts.length <= mostLines) parts.push([reason, what ?? null]);
        context.notChecked(reason, what);
      };
      try {
        for await (const observation of check.run({ ...context, log, notChecked })) {
          observations.push(observation);
          yield observation;
        }
      } catch (error) {
        if (error instanceof SkippedCheck) keepAll(error.message);
        throw error;
      }
      keepAll();
    },
  };
}

/** Written out, because the schemas of the kernel would take longer to load than the rest of a run that is remembered. */
export function isRememberedCheck(value: unknown): value is RememberedCheck {
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
    [line, column, evidenceColumn].every((place) => isMaybe(place, isPlace))
  );
}

const isLine = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && ['info', 'warn', 'error'].includes(value[1]);
const isPart = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && (value[1] === null || isText(value[1]));
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isPlace = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;
const isMaybe = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);
