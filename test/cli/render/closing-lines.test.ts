import { expect, it } from 'vitest';
import { closingLines, fixableLines } from '../../../cli/render/closing-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { Finding } from '../../../kernel/finding.ts';
import type { CheckReport } from '../../../kernel/result.ts';
import { sink } from './sink.ts';

const terminal = new Terminal(sink(), sink(), { NO_COLOR: '1' });
const findings = (count: number, more: Partial<Finding> = {}): Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    code: 'a-code',
    severity: 'error',
    message: 'It is wrong',
    file: 'a.ts',
    line: index + 1,
    ...more,
  }));
const check = (all: Finding[], more: Partial<CheckReport> = {}): CheckReport => ({
  name: 'toy',
  title: 'Toy',
  passed: false,
  findings: all,
  duration: 0,
  ...more,
});

it('counts many findings by rule, errors and frequent ones first', () => {
  const checks = [check(findings(3)), check([...findings(9, { severity: 'warning', code: 'w' }), ...findings(12)])];
  checks[0]?.findings.push(...findings(4, { code: 'b-code' }), ...findings(1, { code: 'c-code' }));
  expect(closingLines(checks, terminal)).toEqual([
    'Findings by rule:',
    '  15  error    a-code',
    '   4  error    b-code',
    '   9  warning  w',
    '  and 1 rule with one finding',
    '',
  ]);
});

it('lists the errors of the build and of loading before the table, each by the first line of its message', () => {
  const first = [
    ...findings(7, { message: 'Class not found\n  Did you mean Toy?' }),
    ...findings(1, { severity: 'warning' }),
  ];
  const lines = closingLines([check(findings(10)), check(first, { essential: true })], terminal);
  expect(lines.slice(0, 3)).toEqual([
    'Fix these first; they break the build or prevent n8n from loading the package:',
    '  a.ts:1  Class not found',
    '  a.ts:2  Class not found',
  ]);
  expect(lines).toContain('  and 2 more');
  expect(lines.indexOf('Findings by rule:')).toBeGreaterThan(lines.indexOf('  and 2 more'));
});

it('lists errors of essential rules first, in a check that is not essential', () => {
  const syntax = findings(1, { message: 'Expression expected', essential: true });
  const lines = closingLines([check([...findings(10), ...syntax])], terminal);
  expect(lines.slice(0, 3)).toEqual([
    'Fix these first; they break the build or prevent n8n from loading the package:',
    '  a.ts:1  Expression expected',
    '',
  ]);
});

it('adds nothing to findings that fit a screen', () => {
  expect(closingLines([check(findings(10), { essential: true })], terminal)).toEqual([]);
});

it('says at a terminal how many findings --fix fixes', () => {
  const edit = { start: 0, end: 1, text: '' };
  const checks = [check(findings(2, { edit })), check(findings(1))];
  const wide = new Terminal(sink(120), sink(), { NO_COLOR: '1' });
  expect(fixableLines(checks, wide)).toEqual(['2 findings can be fixed: run `service verify --local --fix`', '']);
  expect(fixableLines([check(findings(1))], wide)).toEqual([]);
  expect(fixableLines(checks, terminal)).toEqual([]);
});
