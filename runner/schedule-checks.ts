import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Check } from '../kernel/check.ts';
import { type CheckReport, outcomeOf, skippedFor } from '../kernel/result.ts';
import { limitOf, reportWithout } from './run-check.ts';

export interface Schedule {
  checks: readonly Check[];
  /** How many at a time. */
  concurrency: number;
  run(check: Check): Promise<CheckReport>;
  /** Told of a check that was left out because of one that it needs. */
  leftOut(report: CheckReport): void;
}

/**
 * Runs checks, each after those that it needs, wherever these stand in the list. A check that needs one which did not
 * pass, or which was itself left out, is left out. Needs that are not in the list, for they are none of this mode's
 * checks, hold nothing up.
 * @returns the reports in the order of the checks, whatever order they ended in
 */
export async function scheduleChecks({ checks, concurrency, run, leftOut }: Schedule): Promise<CheckReport[]> {
  const queue = new PQueue({ concurrency });
  const outcomes = new Map(checks.map(({ name }) => [name, Promise.withResolvers<Outcome>()]));

  const outcome = async (check: Check): Promise<Outcome> => {
    const needed = await Promise.all((check.needs ?? []).map((name) => outcomes.get(name)?.promise));
    const missing = needed.find((need) => need && !need.met);
    if (missing) {
      const report = reportWithout(
        check,
        true,
        skippedFor(`it needs the check "${missing.report.name}" to pass first`),
      );
      leftOut(report);
      return { report, met: false };
    }
    const report = await queue.add(() => run(check));
    return { report, met: outcomeOf(report) === 'passed' };
  };

  const reportOf = async (check: Check) => {
    const ended = await outcome(check);
    outcomes.get(check.name)?.resolve(ended);
    return ended.report;
  };
  // What may take long begins first, and gets as far as it can without waiting before the next one begins.
  const begun = new Map<Check, Promise<CheckReport>>();
  let turn: Promise<unknown> = Promise.resolve();
  for (const check of checks.toSorted((a, b) => limitOf(b) - limitOf(a))) {
    begun.set(
      check,
      turn.then(() => reportOf(check)),
    );
    turn = turn.then(() => setImmediate());
  }
  return Promise.all(checks.flatMap((check) => begun.get(check) ?? []));
}

interface Outcome {
  report: CheckReport;
  /** Whether what needs this check may run. */
  met: boolean;
}
