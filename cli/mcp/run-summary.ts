import { inReadingOrder } from '../../kernel/finding.ts';
import { operationCounts } from '../../kernel/report/count-operations.ts';
import { findingsOf, toFinalResult } from '../../kernel/result.ts';
import type { VerifyProjectResult } from '../api-types.ts';

/** Findings and operations of an answer, so that it fits into the context of an agent. */
const maxFindings = 100;
const maxOperations = 200;

/** Returns what `verify` answers: the final result of SPEC 2.2, and the findings, errors first. */
export function runSummary(result: VerifyProjectResult) {
  const findings = inReadingOrder(findingsOf(result.checks));
  const fixable = findings.filter(({ edit }) => edit !== undefined).length;
  return {
    ...toFinalResult(result, result.runId, result.creditsUsed),
    projectType: result.projectType,
    packageName: result.packageName,
    findings: findings
      .slice(0, maxFindings)
      .map(({ edit, ...finding }) => ({ ...finding, ...(edit !== undefined && { fixable: true }) })),
    ...moreThan(maxFindings, findings, 'moreFindings'),
    fixable,
  };
}

/** Returns what `operations` answers: what each operation of the nodes did when it ran against a simulated API. */
export function operationSummary({ status, summary, checks }: VerifyProjectResult) {
  const operations = checks.flatMap((check) => check.operations ?? []);
  return {
    status,
    summary: operationCounts(operations) || `No operations were run (${summary})`,
    operations: operations.slice(0, maxOperations),
    ...moreThan(maxOperations, operations, 'moreOperations'),
  };
}

function moreThan(max: number, all: readonly unknown[], name: string) {
  return all.length > max ? { [name]: all.length - max } : {};
}
