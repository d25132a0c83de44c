import { type Check, type CheckContext, SkippedCheck } from '../kernel/check.ts';
import { reasonOf } from '../kernel/errors.ts';
import { type Finding, toFinding } from '../kernel/finding.ts';
import { type CheckReport, messageOf } from '../kernel/result.ts';

/** Seconds that a check may take when it does not say. */
const defaultTimeout = 60;

export interface CheckRun {
  context: Omit<CheckContext, 'signal' | 'skip'>;
  /** The run's: its end is the check's. */
  signal: AbortSignal;
  /** The kernel's `finding` hook. */
  override(finding: Finding): Finding | null;
}

/**
 * Runs one check to a report. Never throws: a check that crashes, or passes its limit, is a failed check that says so,
 * with what it had found until then.
 */
export async function runCheck(check: Check, { context, signal, override }: CheckRun): Promise<CheckReport> {
  const started = performance.now();
  const findings: Finding[] = [];
  const limit = check.timeout ?? defaultTimeout;
  const timer = AbortSignal.timeout(limit * 1000);
  const either = AbortSignal.any([signal, timer]);
  const rules = new Map(check.rules.map((rule) => [rule.code, rule]));

  const collect = async () => {
    const skip = (reason: string): never => {
      throw new SkippedCheck(reason);
    };
    for await (const observation of check.run({ ...context, signal: either, skip })) {
      if (either.aborted) return;
      const rule = rules.get(observation.code);
      if (!rule) throw new Error(`it reported the code "${observation.code}", which is not among its rules`);
      const finding = override(toFinding(observation, rule));
      if (finding) findings.push(finding);
    }
  };

  const report = (passed: boolean, message: string | undefined): CheckReport => ({
    name: check.name,
    title: check.title,
    passed,
    ...(message !== undefined && { message }),
    findings,
    duration: Math.round(performance.now() - started),
  });

  try {
    await Promise.race([collect(), rejectOnAbort(either)]);
  } catch (error) {
    if (signal.aborted) return report(false, 'not finished: the run ended first');
    if (timer.aborted) return report(false, `the check ran past its limit of ${limit} s`);
    if (error instanceof SkippedCheck && findings.length === 0) return report(true, `skipped: ${error.message}`);
    if (!(error instanceof SkippedCheck)) return report(false, `the check crashed: ${reasonOf(error)}`);
  }
  return report(
    findings.every((finding) => finding.severity !== 'error'),
    messageOf(findings),
  );
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
