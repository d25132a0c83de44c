import ts from 'typescript';
import { expect, it } from 'vitest';
import { optionFault } from '../../../../plugins/n8n-node/typescript/known-options.ts';

/** The compiler's own list, which its declarations leave out. */
const declared: unknown = Reflect.get(ts, 'optionDeclarations');

it('every option of the compiler is known', () => {
  const names = Array.isArray(declared) ? declared.map(({ name }) => String(name)) : [];
  expect(names.length).toBeGreaterThan(100);
  // null unsets an option, so that its kind makes no difference.
  expect(names.filter((name) => optionFault(name, null) !== undefined)).toEqual([]);
});

it.each([
  ['stric', true, { name: 'strict' }],
  ['strict', 'true', { value: true }],
  ['sourceMap', 'false', { value: false }],
])('there is one right answer to %s: %j', (name, value, right) => {
  expect(optionFault(name, value)?.right).toEqual(right);
});

it.each([
  ['stric', 'true'],
  ['ou', 'dist'],
  ['inlineSource', 'dist'],
  ['strictly', true],
  ['strict', 'yes'],
  ['target', 5],
  ['lib', 'es2022'],
])('there is not one right answer to %s: %j', (name, value) => {
  expect(optionFault(name, value)).toEqual({ message: expect.any(String) });
});
