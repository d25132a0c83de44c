import { type Check, type CheckContext, SkippedCheck } from '../kernel/check.ts';
import { evidenceFrom } from '../kernel/evidence.ts';
import { type Finding, inReadingOrder, toFinding } from '../kernel/finding.ts';
import { NotCheckedParts } from '../kernel/not-checked.ts';
import { type CheckReport, messageOf, skippedFor } from '../kernel/result.ts';
import { TimeLimit } from './time-limit.ts';
import { untilAborted } from './until-aborted.ts';

/** Seconds that a check may take when it does not say. */
const defaultTimeout = 60;

/** Seconds that a check may take. */
export const limitOf = ({ timeout = defaultTimeout }: Check): number => timeout;

/** A check with more findings than this is stopped: nobody reads on, and a hostile project could fill the machine. */
const maxFindings = 10_000;

export interface CheckRun {
  context: Omit<CheckContext, 'signal' | 'skip' | 'notChecked'>;
  /** The run's: its end is the check's. */
  signal: AbortSignal;
  /** The kernel's `finding` hook. */
  override(finding: Finding): Finding | null;
  /** What to show of an error that the check did not foresee; told of each once. */
  reasonOf(error: unknown): string;
}

/** The report of a check that has not run, or not to its end; it has no findings. */
export function reportWithout(check: Pick<Check, 'name' | 'title'>, passed: boolean, message: string): CheckReport {
  return { name: check.name, title: check.title, passed, message, findings: [], duration: 0 };
}

export const endedFirst = 'not finished: the run ended first';

/**
 * Runs one check to a report. Never throws: a check that crashes, or passes its limit, is a failed check that says so,
 * with what it had found until then.
 */
export async function runCheck(check: Check, { context, signal, override, reasonOf }: CheckRun): Promise<CheckReport> {
  const started = performance.now();
  const findings: Finding[] = [];
  const parts = new NotCheckedParts();
  const seconds = limitOf(check);
  using limit = new TimeLimit(seconds);
  const either = AbortSignal.any([signal, limit.signal]);
  const rules = new Map(check.rules.map((rule) => [rule.code, rule]));
  const withEvidence = evidenceFrom(context.files);

  const collect = async () => {
    const skip = (reason: string): never => {
      throw new SkippedCheck(reason);
    };
    const notChecked = (reason: string, what?: string) => {
      if (!either.aborted) parts.add(reason, what);
    };
    for await (const observation of check.run({ ...context, signal: either, skip, notChecked })) {
      if (either.aborted) return;
      const rule = rules.get(observation.code);
      if (!rule) throw new Error(`it reported the code "${observation.code}", which is not among its rules`);
      const finding = override(toFinding(observation, rule));
      if (!finding) continue;
      if (findings.length === maxFindings) throw new TooManyFindings();
      findings.push(await withEvidence(finding));
    }
  };

  const report = (passed: boolean, message: string | undefined): CheckReport => ({
    name: check.name,
    title: check.title,
    passed,
    ...(message !== undefined && { message }),
    ...(parts.list().length > 0 && { notChecked: parts.list() }),
    // A check that nobody waits for any more may still find something.
    findings: inReadingOrder(findings),
    duration: Math.round(performance.now() - started),
  });

  try {
    if (signal.aborted) return report(false, endedFirst);
    await untilAborted(either, collect());
  } catch (error) {
    if (signal.aborted) return report(false, endedFirst);
    if (limit.signal.aborted) return report(false, `the check ran past its limit of ${seconds} s`);
    if (error instanceof TooManyFindings) return report(false, `the check was stopped at ${maxFindings} findings`);
    if (!(error instanceof SkippedCheck)) return report(false, `the check crashed: ${reasonOf(error)}`);
    if (findings.length === 0) return report(true, skippedFor(error.message));
    // What it had found until then counts.
    parts.add(error.message);
  }
  return report(
    findings.every((finding) => finding.severity !== 'error'),
    messageOf(inReadingOrder(findings), parts.list()),
  );
}

class TooManyFindings extends Error {}
