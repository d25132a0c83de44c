import type { Static } from 'typebox';
import type { Finding } from './finding.ts';
import type { NotChecked } from './not-checked.ts';
import { notCheckedText } from './not-checked.ts';
import type * as schemas from './result-schemas.ts';

/** The final result of SPEC 2.2: those fields only. */
export type FinalResult = Static<typeof schemas.FinalResult>;

/** A check with what it found: the source of the final result and of every report. */
export type CheckReport = Static<typeof schemas.CheckReport>;

/** A rule that the configuration of a run switched off or changed. */
export type RuleChange = Static<typeof schemas.RuleChange>;

/** Everything known of a finished verification. */
export type Verification = Static<typeof schemas.Verification>;

/** SPEC 2.2 from a verification, the run's id and what it cost. */
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

/** What a check has come to. One that was skipped has not run: it counts neither as passed nor as failed. */
export function outcomeOf({
  passed,
  message,
}: Pick<CheckReport, 'passed' | 'message'>): 'passed' | 'failed' | 'skipped' {
  if (!passed) return 'failed';
  return message?.startsWith(skippedPrefix) ? 'skipped' : 'passed';
}

/** The message of a check that was skipped. */
export function skippedFor(reason: string): string {
  return `${skippedPrefix}${reason}`;
}

/** Why a check was skipped; undefined for one that ran. */
export function skipReason(report: Pick<CheckReport, 'passed' | 'message'>): string | undefined {
  return outcomeOf(report) === 'skipped' ? report.message?.slice(skippedPrefix.length) : undefined;
}

/** `3 errors, 1 warning`; empty when there are none of either. */
export function countFindings(findings: readonly Finding[]): string {
  return countsOf(findings).join(', ');
}

/** The message of a check: the counts and the first finding, errors before warnings; then what was not checked. */
export function messageOf(findings: readonly Finding[], notChecked: readonly NotChecked[] = []): string | undefined {
  const first = findings.find((finding) => finding.severity === 'error') ?? findings[0];
  const parts = [first && `${countFindings(findings)}: ${first.message}`, notCheckedText(notChecked)];
  return parts.filter((part) => part !== undefined && part !== '').join('; ') || undefined;
}

/** Whether a run of these checks is a success: some ran, and none failed. */
export function isSuccess(checks: readonly CheckReport[]): boolean {
  const outcomes = checks.map(outcomeOf);
  return outcomes.includes('passed') && !outcomes.includes('failed');
}

/** `6 of 7 checks passed, 2 not run, 1 error, 2 warnings, 3 rules changed by configuration` (CONTRACT 3). */
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

/** `a-code (off), other-code (warning)` */
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
