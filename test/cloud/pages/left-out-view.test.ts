import { expect, it } from 'vitest';
import { leftOutView } from '../../../cloud/pages/left-out-view.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';

const check = (more: Partial<CheckReport>): CheckReport => ({
  name: 'toy',
  title: 'Toy',
  passed: true,
  findings: [],
  duration: 0,
  ...more,
});

const view = (more: Partial<Verification>) => {
  const base = { projectType: 'toy', packageName: 'toy', passed: true, summary: '', checks: [check({})] };
  return leftOutView({ ...base, status: 'success', ...more })?.text;
};

it('is absent if everything counted', () => {
  expect(view({})).toBeUndefined();
});

it('lists checks that did not run, and what others did not check', () => {
  const text = view({
    checks: [
      check({ message: 'skipped: there is <nothing> to load' }),
      check({ name: 'other', notChecked: [{ reason: 'time limit reached', what: 'nodes/A.ts' }] }),
    ],
  });
  expect(text).toContain('Toy <code>toy</code>: there is &#60;nothing&#62; to load');
  expect(text).toContain('<code>other</code> not checked: time limit reached (nodes/A.ts)');
});

it('lists ignored findings by rule with the reason, and rules that are off', () => {
  const ignored = [1, 2].map((line) => ({
    code: 'a-code',
    severity: 'error' as const,
    message: 'm',
    file: 'a.ts',
    line,
    reason: 'in the baseline',
  }));
  const text = view({
    ignored,
    ruleChanges: [
      { code: 'b-code', severity: 'off' },
      { code: 'c-code', severity: 'warning' },
    ],
    unusedIgnores: [{ code: 'd-code' }],
  });
  expect(text).toContain('<summary><code>a-code</code> 2 findings: in the baseline</summary>');
  expect(text).toContain('<code>a.ts:1, 2</code>');
  expect(text).toContain('<code>b-code</code> is off');
  expect(text).toContain('<code>c-code</code> is a warning');
  expect(text).toContain('No finding matches');
});
