import { expect, it } from 'vitest';
import { checksView } from '../../../cloud/pages/check-view.ts';
import type { CheckReport } from '../../../kernel/result.ts';

const check = (more: Partial<CheckReport>): CheckReport => ({
  name: 'a-check',
  title: 'A check',
  passed: true,
  findings: [],
  duration: 10,
  ...more,
});

const warning = { code: 'a-code', severity: 'warning', message: 'Mind this' } as const;

it('draws for each check a bar as long as its part of the longest', () => {
  const { text } = checksView([250, 1_000, 0].map((duration) => check({ duration })));
  const bars = [...text.matchAll(/<rect width="([\d.]+)%" height="100%"\/><\/svg>/g)].map(([, width]) => width);
  expect(bars).toEqual(['25.0', '100.0', '0.5']);
  expect(text).toMatch(/250 ms.*1\.0 s.*>0 ms/s);
});

it('draws no bar when nothing took any time', () => {
  expect(checksView([check({ duration: 0 })]).text).toContain('<rect width="0.5%"');
});

it.each([
  ['Passed', check({})],
  ['Passed with warnings', check({ findings: [warning], message: '1 warning: Mind this' })],
  ['Not run', check({ message: 'skipped: there is nothing to look at' })],
  ['Failed', check({ passed: false, message: 'it ran out of time' })],
])('describes a check with %s', (words, report) => {
  expect(checksView([report]).text).toContain(`role="img" aria-label="${words}"`);
});

it('shows why a check was skipped or stopped, and does not repeat its findings', () => {
  const { text } = checksView([
    check({ message: 'skipped: nothing there' }),
    check({ passed: false, message: 'it ran out of time', findings: [warning] }),
    check({ message: '1 warning: Mind this', findings: [warning] }),
  ]);
  expect(text).toContain('not run: nothing there');
  expect(text).toContain('it ran out of time');
  expect(text).not.toContain('Mind this');
});

it('shows unchecked parts once', () => {
  const notChecked = [{ reason: 'time limit reached', what: 'nodes/<A>.ts' }];
  const said = 'not checked: time limit reached (nodes/&#60;A&#62;.ts)';
  const { text } = checksView([
    check({ message: 'not checked: time limit reached (nodes/<A>.ts)', notChecked }),
    check({ message: '1 warning: Mind this; not checked: …', findings: [warning], notChecked }),
  ]);
  expect(text.split(said)).toHaveLength(3);
});
