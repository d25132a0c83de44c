import Type, { type Static } from 'typebox';
import { type Check, SkippedCheck } from '../../kernel/check.ts';
import type { LogLevel } from '../../kernel/events.ts';
import { guard } from '../../kernel/guard.ts';
import { Compatibility, Finding, Operation, Shipped } from '../../kernel/result-schemas.ts';

/** The observations and log of a check, to replay it without reading the project. */
const CachedCheck = Type.Object({
  /** When the check ran: Unix time in milliseconds. */
  at: Type.Number(),
  /** When the entry expires: Unix time in milliseconds; never when absent. */
  until: Type.Optional(Type.Number()),
  observations: Type.Array(
    Type.Object({ ...Finding.properties, severity: Type.Optional(Finding.properties.severity) }),
  ),
  /** Why the check was skipped, if it was. */
  skipped: Type.Optional(Type.String()),
  /** Parts that were not checked. */
  notChecked: Type.Array(Type.Tuple([Type.String(), Type.Union([Type.String(), Type.Null()])])),
  /** Operations of nodes that it ran; absent where it ran none. */
  operations: Type.Optional(Type.Array(Operation)),
  /** How the project fares with releases of its host, where the check compared any. */
  compatibility: Type.Optional(Compatibility),
  /** The files that users get, if the check reported them. */
  shipped: Type.Optional(Shipped),
  log: Type.Array(Type.Tuple([Type.String(), Type.Enum(['info', 'warn', 'error'])])),
});
export type CachedCheck = Static<typeof CachedCheck>;
export const cachedCheck = guard(CachedCheck);

/** A check with more log lines or unchecked parts is not cached. */
const maxLines = 1000;

/** A check that yields the cached observations. They are processed like those of a run. @param finished called at its end */
export function replay(check: Check, cached: CachedCheck, finished: () => void): Check {
  const { observations, skipped, notChecked, operations = [], compatibility, shipped, log } = cached;
  return {
    ...check,
    async *run(context) {
      for (const [message, level] of log) context.log(message, level);
      for (const [reason, what] of notChecked) context.notChecked(reason, what ?? undefined);
      for (const operation of operations) context.operation(operation);
      if (compatibility) context.compatibility(compatibility);
      if (shipped) context.shipped(shipped);
      yield* observations;
      finished();
      if (skipped !== undefined) context.skip(skipped);
    },
  };
}

/** A check that also records what it does, and passes that to `save` when it finishes. */
export function record(check: Check, save: (done: CachedCheck) => void): Check {
  return {
    ...check,
    async *run(context) {
      const observations: CachedCheck['observations'] = [];
      const lines: CachedCheck['log'] = [];
      const parts: CachedCheck['notChecked'] = [];
      const operations: NonNullable<CachedCheck['operations']> = [];
      let table: CachedCheck['compatibility'];
      let files: CachedCheck['shipped'];
      const saveAll = (skipped?: string) => {
        if (context.signal.aborted || [lines, parts, operations].some(({ length }) => length > maxLines)) return;
        save({
          at: Date.now(),
          observations,
          ...(skipped !== undefined && { skipped }),
          notChecked: parts,
          ...(operations.length > 0 && { operations }),
          ...(table && { compatibility: table }),
          ...(files && { shipped: files }),
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
      const operation = (one: Static<typeof Operation>) => {
        if (operations.length <= maxLines) operations.push(one);
        context.operation(one);
      };
      const compatibility = (one: Static<typeof Compatibility>) => {
        table = one;
        context.compatibility(one);
      };
      const shipped = (all: Static<typeof Shipped>) => {
        files = all;
        context.shipped(all);
      };
      const own = { log, notChecked, operation, compatibility, shipped };
      try {
        for await (const observation of check.run({ ...context, ...own })) {
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
