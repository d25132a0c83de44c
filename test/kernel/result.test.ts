import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Severity } from '../../kernel/enums.ts';
import type { Finding } from '../../kernel/finding.ts';
import {
  type CheckReport,
  countFindings,
  isSuccess,
  messageOf,
  summarise,
  toFinalResult,
  type Verification,
} from '../../kernel/result.ts';
import { FinalResult } from '../../kernel/result-schemas.ts';

const finding = (severity: Severity, message: string = severity): Finding => ({ code: 'c', severity, message });

function report(name: string, passed: boolean, more: Partial<CheckReport> = {}): CheckReport {
  return { name, title: 'T', passed, findings: [], duration: 1, ...more };
}

describe('the count of findings', () => {
  test.each<[Severity[], string]>([
    [[], ''],
    [['error'], '1 error'],
    [['warning', 'warning'], '2 warnings'],
    [['warning', 'error', 'error'], '2 errors, 1 warning'],
  ])('of %j is %j', (severities, text) => {
    expect(countFindings(severities.map((severity) => finding(severity)))).toBe(text);
  });
});

describe('the message of a check', () => {
  test('is absent if there is nothing to report', () => {
    expect(messageOf([])).toBeUndefined();
  });

  test('starts with the counts, then the first error, even after warnings', () => {
    expect(messageOf([finding('warning', 'w'), finding('error', 'e'), finding('error', 'f')])).toBe(
      '2 errors, 1 warning: e',
    );
  });

  test('continues with the first warning without an error', () => {
    expect(messageOf([finding('warning', 'w'), finding('warning', 'x')])).toBe('2 warnings: w');
  });

  test('lists unchecked parts by reason, with a few names', () => {
    const late = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((what) => ({ reason: 'time limit reached', what }));
    expect(messageOf([], late)).toBe('not checked: time limit reached (a.ts, b.ts, c.ts and 1 more)');
    expect(messageOf([finding('error', 'e')], [...late.slice(0, 1), { reason: 'no network' }])).toBe(
      '1 error: e; not checked: time limit reached (a.ts); no network',
    );
  });
});

describe('the summary', () => {
  test('counts passed checks', () => {
    expect(summarise([report('a', true), report('b', false)])).toBe('1 of 2 checks passed');
    expect(summarise([])).toBe('0 of 0 checks passed');
  });

  test('adds errors and warnings of all checks', () => {
    const checks = [
      report('a', true, { findings: [finding('warning')] }),
      report('b', false, { findings: [finding('error'), finding('warning')] }),
    ];
    expect(summarise(checks)).toBe('1 of 2 checks passed, 1 error, 2 warnings');
    expect(summarise(checks.slice(0, 1))).toBe('1 of 1 checks passed, 1 warning');
  });

  const skipped = report('s', true, { message: 'skipped: nothing there' });

  test('counts a skipped check neither as passed nor as failed', () => {
    const warned = report('b', true, { findings: [finding('warning')] });
    expect(summarise([report('a', true), skipped, warned, skipped])).toBe('2 of 2 checks passed, 2 not run, 1 warning');
    expect(summarise([skipped])).toBe('0 of 0 checks passed, 1 not run');
  });

  test('ends with the rules that the configuration changed', () => {
    const changes = [{ code: 'a', severity: 'off' } as const, { code: 'b', severity: 'warning' } as const];
    const failed = report('b', false, { findings: [finding('error')] });
    expect(summarise([skipped, failed], { ruleChanges: changes })).toBe(
      '0 of 1 checks passed, 1 not run, 1 error, 2 rules changed by configuration',
    );
    const ignored = [{ code: 'a', severity: 'error' as const, message: 'm', reason: 'r' }];
    expect(summarise([report('a', true)], { ruleChanges: changes, ignored })).toBe(
      '1 of 1 checks passed, 1 ignored, 2 rules changed by configuration',
    );
    expect(summarise([report('a', true)], { ruleChanges: changes.slice(1) })).toBe(
      '1 of 1 checks passed, 1 rule changed by configuration',
    );
  });

  test('is success only if a check ran, and none failed', () => {
    expect(isSuccess([report('a', true), skipped])).toBe(true);
    expect(isSuccess([report('a', true), report('b', false)])).toBe(false);
    expect(isSuccess([skipped])).toBe(false);
    expect(isSuccess([])).toBe(false);
  });
});

test('the final result has the fields of SPEC 2.2 and no others', () => {
  const verification: Verification = {
    projectType: 'n8n-node',
    packageName: 'n8n-nodes-x',
    ruleset: 'r',
    status: 'failed',
    passed: false,
    summary: '1 of 2 checks passed',
    checks: [report('a', true), report('b', false, { message: 'no', findings: [finding('error')] })],
  };
  const result = toFinalResult(verification, 'run-1', 2);
  expect(result).toEqual({
    runId: 'run-1',
    passed: false,
    summary: '1 of 2 checks passed',
    checks: [
      { name: 'a', passed: true },
      { name: 'b', passed: false, message: 'no' },
    ],
    creditsUsed: 2,
    status: 'failed',
  });
  expect(Value.Check(FinalResult, result)).toBe(true);
  expect(Value.Check(FinalResult, { ...result, extra: 1 })).toBe(false);
});
