import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../cli/client/api-types.ts';
import { inconsistencyInFindings, inconsistencyOf } from '../../../cli/client/inconsistency.ts';
import type { Finding } from '../../../kernel/finding.ts';
import {
  type CheckReport,
  isSuccess,
  skippedFor,
  summarise,
  toFinalResult,
  type Verification,
} from '../../../kernel/result.ts';

const severities = fc.array(fc.constantFrom<Finding['severity']>('error', 'warning'), { maxLength: 4 });
const checks = fc
  .array(fc.record({ skipped: fc.boolean(), crashed: fc.boolean(), severities }), { minLength: 1, maxLength: 8 })
  .map((all) => all.map((check, at) => reportOf(at, check)));

function reportOf(
  at: number,
  { skipped, crashed, severities }: { skipped: boolean; crashed: boolean; severities: Finding['severity'][] },
): CheckReport {
  const base = { name: `check-${at}`, title: `Check ${at}`, duration: 0 };
  if (skipped) return { ...base, passed: true, message: skippedFor('no reason'), findings: [] };
  const findings = severities.map((severity) => ({ code: 'a-code', severity, message: 'A message' }));
  return { ...base, passed: !crashed && !severities.includes('error'), findings };
}

function verificationOf(all: readonly CheckReport[]): Verification {
  const passed = isSuccess(all);
  const ruleChanges = [{ code: 'other-code', severity: 'off' as const }];
  return {
    projectType: 'n8n-node',
    packageName: 'n8n-nodes-acme',
    status: passed ? 'success' : 'failed',
    passed,
    summary: summarise(all, { ruleChanges }),
    checks: [...all],
  };
}

const recordOf = ({ status, checks }: Verification): RunRecord => ({
  runId: 'run-1',
  status,
  checks: { done: checks.length, total: checks.length },
});

describe('a result', () => {
  it('as the kernel makes it is consistent', () => {
    fc.assert(
      fc.property(checks, (all) => {
        const verification = verificationOf(all);
        expect(inconsistencyOf(toFinalResult(verification, 'run-1', 1), recordOf(verification))).toBeUndefined();
        expect(inconsistencyInFindings(verification)).toBeUndefined();
      }),
    );
  });

  it('whose counts are not those of its checks and findings is not', () => {
    fc.assert(
      fc.property(checks, fc.nat(), (all, which) => {
        const verification = verificationOf(all);
        const { summary } = verification;
        const counts = [...summary.matchAll(/\d+(?= of| checks| not run| error| warning)/g)];
        const chosen = counts[which % counts.length];
        if (!chosen) throw new Error('a summary has counts');
        const after = summary.slice(chosen.index + chosen[0].length);
        const wrong = { ...verification, summary: `${summary.slice(0, chosen.index)}${Number(chosen[0]) + 1}${after}` };
        const said = [
          inconsistencyOf(toFinalResult(wrong, 'run-1', 1), recordOf(wrong)),
          inconsistencyInFindings(wrong),
        ];
        expect(said.filter((reason) => reason !== undefined)).toHaveLength(1);
      }),
    );
  });

  const finding = (severity: Finding['severity']): Finding => ({ code: 'a-code', severity, message: 'A message' });
  const one = verificationOf([reportOf(0, { skipped: false, crashed: false, severities: ['warning'] })]);
  const [check] = one.checks;

  it.each<[string, Verification]>([
    ['passed with an error', { ...one, checks: check ? [{ ...check, findings: [finding('error')] }] : [] }],
    ['has no finding for its warning', { ...one, checks: check ? [{ ...check, findings: [] }] : [] }],
    ['counts no warning for its finding', { ...one, summary: '1 of 1 checks passed' }],
  ])('that %s is inconsistent', (_, verification) => {
    expect(inconsistencyInFindings(verification)).toBeDefined();
  });

  it('of a run that was stopped counts nothing', () => {
    const stopped = { ...one, status: 'timeout' as const, passed: false, summary: 'TIMEOUT: too long', checks: [] };
    const record = { runId: 'run-1', status: 'timeout', checks: { done: 1, total: 9 } };
    expect(inconsistencyOf(toFinalResult(stopped, 'run-1', 1), record)).toBeUndefined();
    expect(inconsistencyInFindings(stopped)).toBeUndefined();
  });

  it('of a newer cloud with a summary in other words is consistent', () => {
    const other = { ...one, summary: 'All is well, as far as it was looked at' };
    expect(inconsistencyOf(toFinalResult(other, 'run-1', 1), recordOf(other))).toBeUndefined();
  });
});
