import { expect, it } from 'vitest';
import { Terminal } from '../../../cli/terminal.ts';
import { ChangedFindings, changeLines } from '../../../cli/watch/changed-findings.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { passedCheck as check } from '../render/passed-check.ts';
import { sink } from '../render/sink.ts';

const terminal = new Terminal(sink(), sink(), { NO_COLOR: '1' });
const failed = (...messages: string[]): Partial<CheckReport> => ({
  passed: false,
  findings: messages.map((message) => ({ code: 'a-code', severity: 'error', message })),
});
const run = (...checks: CheckReport[]): Verification => ({
  projectType: 'toy',
  packageName: 'toy',
  status: 'failed',
  passed: false,
  summary: '',
  checks,
});

it('takes no finding of a check that is skipped for fixed, and none for new when it runs again', () => {
  const changed = new ChangedFindings();
  expect(changed.after(run(check('a'), check('b', failed('One'))))).toBeUndefined();
  const skipped = check('b', { message: 'skipped: "a" failed' });
  expect(changed.after(run(check('a', failed('Broken')), skipped))).toMatchObject({
    came: [{ message: 'Broken' }],
    went: [],
  });
  const { came, went } = changed.after(run(check('a'), check('b', failed('One', 'Two')))) ?? {};
  expect([came, went]).toMatchObject([[{ message: 'Two' }], [{ message: 'Broken' }]]);
});

it('names the first of many new findings, each by the first line of its message', () => {
  const came = Array.from({ length: 7 }, (_, index) => ({
    code: 'a-code',
    severity: 'error' as const,
    message: `Problem ${index}\n  in detail`,
  }));
  const lines = changeLines({ came, went: [], stayed: [] }, terminal);
  expect(lines.slice(0, 2)).toEqual(['Since the last run: 7 new, 0 fixed', '  error  a-code  Problem 0']);
  expect(lines.slice(-2)).toEqual(['  error  a-code  Problem 4', '  and 2 more']);
});
