import type { Static } from 'typebox';
import type { Finding } from './finding.ts';
import type { NotChecked } from './not-checked.ts';
import { notCheckedText } from './not-checked.ts';
import type * as schemas from './result-schemas.ts';

/** The final result of SPEC 2.2. */
export type FinalResult = Static<typeof schemas.FinalResult>;

/** A check with its findings; the source of the final result and the reports. */
export type CheckReport = Static<typeof schemas.CheckReport>;

/** A rule that the configuration of a run turned off or changed. */
export type RuleChange = Static<typeof schemas.RuleChange>;

/** A finished verification. */
export type Verification = Static<typeof schemas.Verification>;

/** Creates the final result of SPEC 2.2. */
export function toFinalResult(verification: Verification, runId: string, creditsUsed: number): FinalResult {
  const { passed, summary, status } = verification;
  const checks = verification.checks.map((check) => ({
    name: check.name,
    passed: check.passed,
    ...(check.message !== undefined && { message: check.message }),
  }));
  return { runId, passed, summary, checks, creditsUsed, status };
}

const skippedPrefix = 'skipped: ';

/** Returns the outcome of a check. A skipped check has not run: it counts neither as passed nor as failed. */
export function outcomeOf({
  passed,
  message,
}: Pick<CheckReport, 'passed' | 'message'>): 'passed' | 'failed' | 'skipped' {
  if (!passed) return 'failed';
  return message?.startsWith(skippedPrefix) ? 'skipped' : 'passed';
}

/** Returns the message of a skipped check. */
export function skippedFor(reason: string): string {
  return `${skippedPrefix}${reason}`;
}

/** Returns why a check was skipped; undefined if it ran. */
export function skipReason(report: Pick<CheckReport, 'passed' | 'message'>): string | undefined {
  return outcomeOf(report) === 'skipped' ? report.message?.slice(skippedPrefix.length) : undefined;
}

/** Returns `3 errors, 1 warning`; empty if there are none. */
export function countFindings(findings: readonly Finding[]): string {
  return countsOf(findings).join(', ');
}

/** Returns the message of a check: counts, the first finding (errors first), and parts that were not checked. */
export function messageOf(findings: readonly Finding[], notChecked: readonly NotChecked[] = []): string | undefined {
  const first = findings.find((finding) => finding.severity === 'error') ?? findings[0];
  const parts = [first && `${countFindings(findings)}: ${first.message}`, notCheckedText(notChecked)];
  return parts.filter((part) => part !== undefined && part !== '').join('; ') || undefined;
}

/** Whether a run succeeds: at least one check passed, and none failed. */
export function isSuccess(checks: readonly CheckReport[]): boolean {
  const outcomes = checks.map(outcomeOf);
  return outcomes.includes('passed') && !outcomes.includes('failed');
}

/** Returns `6 of 7 checks passed, 2 not run, 1 error, 2 warnings, 3 rules changed by configuration` (CONTRACT 3). */
export function summarise(checks: readonly CheckReport[], ruleChanges: readonly RuleChange[] = []): string {
  const outcomes = checks.map(outcomeOf);
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const notRun = count('skipped');
  return [
    `${count('passed')} of ${checks.length - notRun} checks passed`,
    ...(notRun === 0 ? [] : [`${notRun} not run`]),
    ...countsOf(checks.flatMap(({ findings }) => findings)),
    ...counted(ruleChanges.length, 'rule').map((rules) => `${rules} changed by configuration`),
  ].join(', ');
}

/** Returns `a-code (off), other-code (warning)`. */
export function changesText(changes: readonly RuleChange[]): string {
  return changes.map(({ code, severity }) => `${code} (${severity})`).join(', ');
}

function countsOf(findings: readonly Finding[]): string[] {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return [...counted(count('error'), 'error'), ...counted(count('warning'), 'warning')];
}

function counted(count: number, word: string): string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
}
