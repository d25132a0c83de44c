import { compareFindings, type FindingChanges } from '../compare-findings.ts';
import { type CheckReport, hasVerdict, outcomeOf, type Verification } from '../result.ts';

/** What is different between the findings of two runs. */
export interface RunComparison extends FindingChanges {
  /** Names of checks that did not run to their end in both: their findings are not compared. */
  notCompared: string[];
}

/** Compares two runs of a package. */
export function compareRuns(before: Verification, after: Verification): RunComparison {
  const shared = sharedChecks(before, after);
  return { ...compareFindings(shared.before, shared.after), notCompared: shared.others };
}

/** The checks that ran to their end in both of two runs, and the names of the others. */
export function sharedChecks(before: Verification, after: Verification) {
  const [first, second] = [completeChecks(before), completeChecks(after)];
  const names = new Set([...before.checks, ...after.checks].map(({ name }) => name));
  return {
    before: first.filter(({ name }) => second.some((other) => other.name === name)),
    after: second.filter(({ name }) => first.some((other) => other.name === name)),
    others: [...names].filter((name) => ![first, second].every((all) => all.some((check) => check.name === name))),
  };
}

/** The checks that ran and did not break off. */
export function completeChecks(verification: Verification): CheckReport[] {
  if (!hasVerdict(verification)) return [];
  return verification.checks.filter(
    (check) => outcomeOf(check) === 'passed' || check.findings.some(({ severity }) => severity === 'error'),
  );
}
