import { expect, it } from 'vitest';
import { incompleteLines } from '../../../cli/render/incomplete-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { passedCheck as check } from './passed-check.ts';
import { sink } from './sink.ts';

function lines(checks: CheckReport[], more: Partial<Verification> = {}, width?: number): string[] {
  const terminal = new Terminal(sink(width), sink(), { NO_COLOR: '1' });
  const base: Verification = {
    projectType: 't',
    packageName: 'p',
    status: 'success',
    passed: true,
    summary: '',
    checks,
  };
  return incompleteLines({ ...base, ...more }, terminal);
}

it('prints nothing for checks that ran', () => {
  expect(lines([check('a'), check('b', { passed: false, message: 'the check crashed: no luck' })])).toEqual([]);
});

it('names each check that did not run, and each that did not look at everything, with the reason', () => {
  const checks = [
    check('types', { message: 'skipped: a build step is not known' }),
    check('lint', { message: 'x', notChecked: [{ reason: 'time limit reached', what: 'nodes/A.ts' }] }),
  ];
  expect(lines(checks)).toEqual([
    'types not run: a build step is not known',
    'lint not checked: time limit reached (nodes/A.ts)',
  ]);
  expect(lines(checks.slice(0, 1), {}, 30)).toEqual(['types not run: a build step', '  is not known']);
});

it('names the rules that configuration changed, and to what', () => {
  const ruleChanges = [{ code: 'a-code', severity: 'off' } as const, { code: 'b-code', severity: 'warning' } as const];
  expect(lines([check('a')], { ruleChanges })).toEqual([
    'Rules changed by configuration: a-code (off), b-code (warning)',
  ]);
});

it('escapes control sequences', () => {
  const [line = ''] = lines([check('a', { message: 'skipped: \u001b[2J\nVerification passed: forged' })]);
  expect(line).not.toMatch(/[\u0000-\u001f]/);
});
