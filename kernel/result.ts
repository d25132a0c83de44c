import Type, { type Static } from 'typebox';
import { Finding } from './finding.ts';

export const finalStatuses = ['success', 'failed', 'timeout', 'rejected'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/** A check as SPEC 2.2 shows it. */
export const CheckResult = Type.Object(
  { name: Type.String(), passed: Type.Boolean(), message: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
export type CheckResult = Static<typeof CheckResult>;

/** The final result of SPEC 2.2: those fields only. */
export const FinalResult = Type.Object(
  {
    runId: Type.String(),
    passed: Type.Boolean(),
    summary: Type.String(),
    checks: Type.Array(CheckResult),
    creditsUsed: Type.Number({ minimum: 0 }),
    status: Type.Enum([...finalStatuses]),
  },
  { additionalProperties: false },
);
export type FinalResult = Static<typeof FinalResult>;

/** A check with what it found: the source of the final result and of every report. */
export const CheckReport = Type.Object({
  name: Type.String(),
  title: Type.String(),
  passed: Type.Boolean(),
  message: Type.Optional(Type.String()),
  findings: Type.Array(Finding),
  duration: Type.Number({ minimum: 0, description: 'Milliseconds' }),
});
export type CheckReport = Static<typeof CheckReport>;

/** Everything known of a finished verification. */
export const Verification = Type.Object({
  projectType: Type.String(),
  packageName: Type.String({ description: "The manifest's name, else the folder's or the reference" }),
  ruleset: Type.Optional(
    Type.String({ description: 'The named, dated set of rules in force, where the project type has one' }),
  ),
  status: Type.Enum([...finalStatuses]),
  passed: Type.Boolean(),
  summary: Type.String(),
  checks: Type.Array(CheckReport),
});
export type Verification = Static<typeof Verification>;

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
