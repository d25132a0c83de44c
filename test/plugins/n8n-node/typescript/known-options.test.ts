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
