import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Finding, Severity } from '../../kernel/finding.ts';
import {
  type CheckReport,
  countFindings,
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
  test('is absent when there is nothing to say', () => {
    expect(messageOf([])).toBeUndefined();
  });

  test('begins with the counts and goes on with the first error, even after warnings', () => {
    expect(messageOf([finding('warning', 'w'), finding('error', 'e'), finding('error', 'f')])).toBe(
      '2 errors, 1 warning: e',
    );
  });

  test('goes on with the first warning when there is no error', () => {
    expect(messageOf([finding('warning', 'w'), finding('warning', 'x')])).toBe('2 warnings: w');
  });
});

describe('the summary', () => {
  test('counts passed checks', () => {
    expect(summarise([report('a', true), report('b', false)])).toBe('1 of 2 checks passed');
    expect(summarise([])).toBe('0 of 0 checks passed');
  });

  test('adds warnings, of all checks, and never errors', () => {
    const checks = [
      report('a', true, { findings: [finding('warning')] }),
      report('b', false, { findings: [finding('error'), finding('warning')] }),
    ];
    expect(summarise(checks)).toBe('1 of 2 checks passed, 2 warnings');
    expect(summarise(checks.slice(0, 1))).toBe('1 of 1 checks passed, 1 warning');
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
