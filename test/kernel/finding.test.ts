import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { toFinding } from '../../kernel/finding.ts';
import { Finding } from '../../kernel/result-schemas.ts';
import { sampleRule } from './sample-plugin.ts';

test('a finding takes severity, fix and docs from its rule', () => {
  const rule = sampleRule('no-foo', { severity: 'warning', fix: 'Remove foo.', docs: 'https://example.org/no-foo' });
  expect(toFinding({ code: 'no-foo', message: 'foo is there' }, rule)).toEqual({
    code: 'no-foo',
    severity: 'warning',
    message: 'foo is there',
    fix: 'Remove foo.',
    docs: 'https://example.org/no-foo',
  });
});

test('the fields of a check override those of its rule', () => {
  const observation = {
    code: 'no-foo',
    message: 'm',
    severity: 'error',
    file: 'a.ts',
    line: 2,
    column: 3,
    evidence: 'foo()',
    evidenceColumn: 1,
    fix: 'Use bar.',
    docs: 'https://example.org/bar',
  } as const;
  expect(toFinding(observation, sampleRule('no-foo', { severity: 'warning', docs: 'https://x' }))).toEqual(observation);
});

test('an essential rule has essential findings', () => {
  const rule = sampleRule('no-foo', { essential: true });
  expect(toFinding({ code: 'no-foo', message: 'm' }, rule)).toMatchObject({ essential: true });
});

test('fields that nobody fills are absent, so that the finding is of its schema', () => {
  const finding = toFinding({ code: 'no-foo', message: 'm', file: undefined }, sampleRule('no-foo'));
  expect(Object.keys(finding)).toEqual(['code', 'severity', 'message', 'fix']);
  expect(Value.Check(Finding, finding)).toBe(true);
});
