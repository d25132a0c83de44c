import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLiteral, withoutEval } from '../../../../../plugins/n8n-node/n8n-lint/engine/literal-eval.ts';
import { oxcSyntax } from '../../../../../plugins/n8n-node/n8n-lint/engine/oxc-syntax.ts';
import { typescriptSyntax } from '../../../../../plugins/n8n-node/n8n-lint/engine/syntax.ts';

const currentEval = (): ((text: string) => unknown) => Reflect.get(globalThis, 'eval');
const evaluate = currentEval();
/** Text of a template string; `#{` stands for its `${`. */
const template = (text: string) => text.replaceAll('#{', '${');

describe.each([
  { name: 'oxc', syntax: oxcSyntax },
  { name: 'typescript-eslint', syntax: typescriptSyntax },
])('an expression read with $name', ({ syntax }) => {
  const read = (text: string) => readLiteral(`(${text})`, syntax);

  it.each([
    "[{ name: 'A', value: 'a', nested: [1, , 2] }]",
    "{ 'quoted-key': 1, 2: 'two', ['computed' + 1]: -1.5, plain: +'7', not: !0, nothing: void 0, kind: typeof 1 }",
    template('`template #{1 + 1} and #{`inner #{null}`}`'),
    "[...['spread'], ...[[1]], { ...{ a: 1 }, b: 2 }]",
    "true ? 'yes' : unknownName",
    '[undefined, NaN, Infinity, null, 10n, 0x1f, 1e3, -5n]',
    "1 + '1' + (2 + 3) + (1n + 2n)",
  ])('is what eval returns: %s', (text) => {
    expect(read(text)).toEqual(evaluate(`(${text})`));
  });

  it('is what JSON says', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(!json.includes('__proto__'));
        expect(read(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('has functions that are never called, and do nothing', () => {
    const [made] = [read("[() => { throw new Error('called'); }]")].flat();
    expect(typeof made === 'function' && made()).toBeUndefined();
  });

  it.each([
    'process.exit(1)',
    'require("node:fs")',
    'globalThis',
    'module',
    '[].map((item) => item)',
    'new Date()',
    "'x'.constructor.constructor('return process')()",
    '(() => { throw 1 })()',
    template('`#{{ toString() { return 1; } }}`'),
    'tag`text`',
    'import("node:fs")',
    '{ get a() { return 1; } }',
    '{ __proto__: null }',
    'a = 1',
    'delete a.b',
    'this',
    'await 1',
    'class {}',
    '1 as number',
    '<string>"x"',
    '1); process.exit(1); (1',
    "'unterminated",
  ])('is not read when it would have to run, or is no JavaScript: %s', (text) => {
    expect(() => read(text)).toThrow();
  });
});

it('replaces eval temporarily, even on failure', () => {
  const during = withoutEval(oxcSyntax, () => currentEval() !== evaluate && currentEval()('[1]'));
  expect(during).toEqual([1]);
  expect(currentEval()).toBe(evaluate);
  expect(() =>
    withoutEval(oxcSyntax, () => {
      throw new Error('failed');
    }),
  ).toThrow('failed');
  expect(currentEval()).toBe(evaluate);
});
