import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Check } from '../kernel/check.ts';
import { type CheckReport, outcomeOf, skippedFor } from '../kernel/result.ts';
import { emptyReport, timeoutOf } from './run-check.ts';

interface Schedule {
  checks: readonly Check[];
  /** How many checks run at the same time. */
  concurrency: number;
  run(check: Check): Promise<CheckReport>;
  /** Called for a check that is skipped because of one that it needs. */
  onSkipped(report: CheckReport): void;
}

/**
 * Runs each check after those that it needs. A check is skipped if one that it needs did not pass or was skipped. Needs
 * that are not in the list, because they do not belong to this mode, are ignored.
 * @returns the reports in the order of the checks
 */
export async function scheduleChecks({ checks, concurrency, run, onSkipped }: Schedule): Promise<CheckReport[]> {
  const queue = new PQueue({ concurrency });
  const outcomes = new Map(checks.map(({ name }) => [name, Promise.withResolvers<Outcome>()]));

  const outcome = async (check: Check): Promise<Outcome> => {
    const needed = await Promise.all((check.needs ?? []).map((name) => outcomes.get(name)?.promise));
    const missing = needed.find((need) => need && !need.satisfied);
    if (missing) {
      const report = emptyReport(check, true, skippedFor(`it needs the check "${missing.report.name}" to pass first`));
      onSkipped(report);
      return { report, satisfied: false };
    }
    const report = await queue.add(() => run(check));
    return { report, satisfied: outcomeOf(report) === 'passed' };
  };

  const reportOf = async (check: Check) => {
    const ended = await outcome(check);
    outcomes.get(check.name)?.resolve(ended);
    return ended.report;
  };
  // The longest check starts first, and runs to its first wait before the next one starts.
  const started = new Map<Check, Promise<CheckReport>>();
  let turn: Promise<unknown> = Promise.resolve();
  for (const check of checks.toSorted((a, b) => timeoutOf(b) - timeoutOf(a))) {
    started.set(
      check,
      turn.then(() => reportOf(check)),
    );
    turn = turn.then(() => setImmediate());
  }
  return Promise.all(checks.flatMap((check) => started.get(check) ?? []));
}

interface Outcome {
  report: CheckReport;
  /** Whether checks that need this one may run. */
  satisfied: boolean;
}
