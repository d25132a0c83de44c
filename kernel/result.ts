import type { Static } from 'typebox';
import type { Finding } from './finding.ts';
import type * as schemas from './result-schemas.ts';

export const finalStatuses = ['success', 'failed', 'timeout', 'rejected'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/** The final result of SPEC 2.2: those fields only. */
export type FinalResult = Static<typeof schemas.FinalResult>;

/** A check with what it found: the source of the final result and of every report. */
export type CheckReport = Static<typeof schemas.CheckReport>;

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

/** `3 errors, 1 warning`; empty when there are none of either. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  const plural = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]);
  return [...plural(count('error'), 'error'), ...plural(count('warning'), 'warning')].join(', ');
}

/** The message of a check that found something: the counts and the first finding, errors before warnings. */
export function messageOf(findings: readonly Finding[]): string | undefined {
  const first = findings.find((finding) => finding.severity === 'error') ?? findings[0];
  return first && `${countFindings(findings)}: ${first.message}`;
}

/** `6 of 7 checks passed, 2 warnings` (CONTRACT 3). */
export function summarise(checks: readonly CheckReport[]): string {
  const passed = checks.filter((check) => check.passed).length;
  const warnings = countFindings(
    checks.flatMap((check) => check.findings).filter((finding) => finding.severity === 'warning'),
  );
  return `${passed} of ${checks.length} checks passed${warnings && `, ${warnings}`}`;
}
