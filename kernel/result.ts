import type { Static } from 'typebox';
import { counted } from './counted.ts';
import { severities } from './enums.ts';
import type { Finding } from './finding.ts';
import type { NotChecked } from './not-checked.ts';
import { notCheckedText } from './not-checked.ts';
import { shownMessage } from './report/shown-message.ts';
import type * as schemas from './result-schemas.ts';

/** The final result of SPEC 2.2. */
export type FinalResult = Static<typeof schemas.FinalResult>;

/** A check with its findings; the source of the final result and the reports. */
export type CheckReport = Static<typeof schemas.CheckReport>;

/** An operation of a node that a check ran. */
export type Operation = Static<typeof schemas.Operation>;

/** How a project fares with releases of its host. */
export type Compatibility = Static<typeof schemas.Compatibility>;

/** The files that users of a package get. */
export type Shipped = Static<typeof schemas.Shipped>;

/** What is different between a project and the published version of its package. */
export type PublishedComparison = Static<typeof schemas.PublishedComparison>;

/** A rule that the configuration of a run turned off or changed. */
export type RuleChange = Static<typeof schemas.RuleChange>;

/** A finding that the configuration or the baseline ignores. */
export type IgnoredFinding = Static<typeof schemas.IgnoredFinding>;

/** An entry of `ignore` in the configuration that matches no finding. */
export type UnusedIgnore = Static<typeof schemas.UnusedIgnore>;

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

/** Whether a run ended with a verdict: it was not cancelled, and had enough time. */
export const hasVerdict = ({ status }: Pick<FinalResult, 'status'>): boolean =>
  status === 'success' || status === 'failed';

/** Whether a run was cancelled: it ends as `rejected` with a summary that says so (CONTRACT 1). */
export function isCancelled({ status, summary }: Pick<FinalResult, 'status' | 'summary'>): boolean {
  return status === 'rejected' && summary.startsWith('CANCELLED:');
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

/** Starts the message of a check that the end of the run stopped. */
export const unfinishedPrefix = 'not finished: ';

/** Whether a check was stopped by the end of the run, before it had a finding. */
export function isUnfinished({ passed, message, findings }: CheckReport): boolean {
  return !passed && findings.length === 0 && message?.startsWith(unfinishedPrefix) === true;
}

/** Whether a check failed without an error finding, because it crashed or timed out. */
export function isUnexplained({ passed, findings }: CheckReport): boolean {
  return !passed && findings.every(({ severity }) => severity !== 'error');
}

export const findingsOf = (checks: readonly Pick<CheckReport, 'findings'>[]): Finding[] =>
  checks.flatMap(({ findings }) => findings);

/** Returns `3 errors, 1 warning`; empty if there are none. */
export function countFindings(findings: readonly Finding[]): string {
  return countsOf(findings).join(', ');
}

/** Returns the message of a check: counts, the first finding (errors first), and parts that were not checked. */
export function messageOf(findings: readonly Finding[], notChecked: readonly NotChecked[] = []): string | undefined {
  const first = findings.find((finding) => finding.severity === 'error') ?? findings[0];
  const parts = [first && `${countFindings(findings)}: ${shownMessage(first)}`, notCheckedText(notChecked)];
  return parts.filter((part) => part !== undefined && part !== '').join('; ') || undefined;
}

/** Whether a run succeeds: at least one check passed, and none failed. */
export function isSuccess(checks: readonly CheckReport[]): boolean {
  const outcomes = checks.map(outcomeOf);
  return outcomes.includes('passed') && !outcomes.includes('failed');
}

/**
 * Returns `6 of 7 checks passed, 2 not run, 1 error, 2 warnings, 4 ignored, 3 rules changed by configuration` (CONTRACT 3).
 */
export function summarise(
  checks: readonly CheckReport[],
  { ruleChanges = [], ignored = [] }: Pick<Verification, 'ruleChanges' | 'ignored'> = {},
): string {
  const outcomes = checks.map(outcomeOf);
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const notRun = count('skipped');
  return [
    `${count('passed')} of ${checks.length - notRun} checks passed`,
    ...(notRun === 0 ? [] : [`${notRun} not run`]),
    ...countsOf(findingsOf(checks)),
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
    ...(ruleChanges.length === 0 ? [] : [`${counted(ruleChanges.length, 'rule')} changed by configuration`]),
  ].join(', ');
}

/** Returns `a-code (off), other-code (warning)`. */
export function changesText(changes: readonly RuleChange[]): string {
  return changes.map(({ code, severity }) => `${code} (${severity})`).join(', ');
}

/** Codes of ignored findings that are named. */
const maxIgnoredCodes = 5;

/** Returns `3 ignored (in the baseline): a-code, b-code` for each reason. */
export function ignoredTexts(ignored: readonly IgnoredFinding[]): string[] {
  const groups = Map.groupBy(ignored, ({ reason }) => reason);
  return [...groups].map(([reason, findings]) => {
    const codes = [...new Set(findings.map(({ code }) => code))];
    const more = codes.length - maxIgnoredCodes;
    const named = [...codes.slice(0, maxIgnoredCodes), ...(more > 0 ? [`and ${more} more codes`] : [])].join(', ');
    return `${findings.length} ignored (${reason}): ${named}`;
  });
}

/** Returns what to say about an entry of `ignore` that matches no finding. */
export function unusedIgnoreText({ code, file, meant }: UnusedIgnore): string {
  if (meant !== undefined) return `"ignore" names an unknown rule "${code}"; did you mean "${meant}"?`;
  return `No finding matches "ignore" of ${code}${file === undefined ? '' : ` in ${file}`}; remove the entry`;
}

/** Returns what to say about findings that are in the baseline only. */
export function unusedBaselineText(count: number): string {
  return `The baseline has ${counted(count, 'finding')} that no longer ${count === 1 ? 'exists' : 'exist'}; write it again with --baseline`;
}

function countsOf(findings: readonly Finding[]): string[] {
  return severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
}
