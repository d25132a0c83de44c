import { expect, it } from 'vitest';
import type { Finding } from '../../../kernel/finding.ts';
import { compareRuns } from '../../../kernel/report/compare-runs.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';

const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  code: 'a-code',
  severity: 'error',
  message,
  ...more,
});

const check = (name: string, findings: Finding[], more: Partial<CheckReport> = {}): CheckReport => ({
  name,
  title: name,
  passed: findings.length === 0,
  findings,
  duration: 0,
  ...more,
});

const run = (checks: CheckReport[], status: Verification['status'] = 'failed'): Verification => ({
  projectType: 'toy',
  packageName: 'toy',
  status,
  passed: status === 'success',
  summary: '',
  checks,
});

it('lists new, gone and remaining findings, even if lines moved', () => {
  const before = run([check('a', [finding('old'), finding('moved', { file: 'a.ts', line: 1 })])]);
  const after = run([check('a', [finding('moved', { file: 'a.ts', line: 9 }), finding('new')])]);
  expect(compareRuns(before, after)).toEqual({
    came: [finding('new')],
    went: [finding('old')],
    stayed: [finding('moved', { file: 'a.ts', line: 9 })],
    notCompared: [],
  });
});

it('counts findings that are the same', () => {
  const twice = run([check('a', [finding('x'), finding('x')])]);
  const once = run([check('a', [finding('x')])]);
  expect(compareRuns(twice, once)).toMatchObject({ came: [], went: [finding('x')], stayed: [finding('x')] });
  expect(compareRuns(once, twice)).toMatchObject({ came: [finding('x')], went: [], stayed: [finding('x')] });
});

it('does not count findings of checks that did not run as gone', () => {
  const before = run([check('a', [finding('x')]), check('b', [finding('y')]), check('c', [finding('z')])]);
  const after = run([
    check('a', [], { message: 'skipped: nothing to do' }),
    check('b', [], { passed: false, message: 'time limit reached' }),
  ]);
  expect(compareRuns(before, after)).toEqual({ came: [], went: [], stayed: [], notCompared: ['a', 'b', 'c'] });
  const stopped = run([check('a', [])], 'timeout');
  expect(compareRuns(before, stopped)).toMatchObject({ went: [], notCompared: ['a', 'b', 'c'] });
});
