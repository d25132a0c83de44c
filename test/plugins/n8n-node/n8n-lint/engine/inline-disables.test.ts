import { Linter } from 'eslint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineDisables } from '../../../../../plugins/n8n-node/n8n-lint/engine/inline-disables.ts';

const linter = new Linter();
const rules = { 'no-console': 'error', 'no-var': 'error' } as const;

/** Findings that ESLint leaves out because of comments, and those that are said to be left out. */
function leftOut(text: string) {
  const lint = (allowInlineConfig: boolean) =>
    linter
      .verify(text, [{ rules }], { filename: 'a.js', allowInlineConfig })
      .flatMap(({ ruleId, line, column }) => (ruleId === null ? [] : [{ code: ruleId, line, column }]));
  const [all, obeying] = [lint(false), lint(true)];
  const isDisabled = inlineDisables(text);
  const same = (a: { code: string; line: number; column: number }, b: typeof a) =>
    a.code === b.code && a.line === b.line && a.column === b.column;
  return {
    byESLint: all.filter((one) => !obeying.some((other) => same(one, other))),
    byUs: all.filter(({ code, line, column }) => isDisabled(code, line, column)),
    all,
  };
}

describe('comments that turn rules off', () => {
  it.each([
    '/* eslint-disable */\nconsole.log(1);',
    'console.log(1);\n/* eslint-disable no-console -- why */ console.log(1);\n/* eslint-enable */ console.log(2);',
    '/* eslint-disable no-console,\n no-var */ var a = console.log(1);',
    '/* eslint-disable */ var a = 1;\n/* eslint-enable no-var */ var b = console.log(1);',
    'console.log(1); // eslint-disable-line',
    'console.log(1); // eslint-disable-line no-var',
    '// eslint-disable-next-line no-console\nconsole.log(1);\nconsole.log(2);',
    '/* eslint-disable-next-line\n no-console */\nconsole.log(1);',
    '// eslint-disable\nconsole.log(1);',
    '/** eslint-disable */ console.log(1);',
    '// not eslint-disable-line\nconsole.log(1); // eslint-disable-lines',
    '/* eslint-disable console.log(1);',
  ])('are parsed as in ESLint: %j', (text) => {
    const { byESLint, byUs } = leftOut(text);
    expect(byUs).toEqual(byESLint);
  });

  it('are parsed as in ESLint, in any order', () => {
    const line = fc.constantFrom(
      'console.log(1);',
      'var a = 1;',
      '/* eslint-disable */',
      '/* eslint-disable no-var */',
      '/* eslint-enable */',
      '/* eslint-enable no-var, no-console */',
      '// eslint-disable-next-line no-console',
      'var b = console.log(1); // eslint-disable-line no-var',
      '/* eslint-disable no-console */ console.log(1);',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const { byESLint, byUs } = leftOut(lines.join('\n'));
        expect(byUs).toEqual(byESLint);
      }),
    );
  });

  it('are read in time that is linear in the text', () => {
    for (const text of ['/* eslint-disable '.repeat(100_000), `/*${' '.repeat(1_000_000)}`, '/*'.repeat(500_000)])
      expect(inlineDisables(text)('no-console', 2, 1)).toBe(false);
  });
});
