import { expect, it } from 'vitest';
import { chooseType } from '../../../cloud/server/choose-type.ts';

it.each([
  [undefined, 'a/b'],
  ['', 'a/b'],
  ['*/*', 'a/b'],
  ['c/d', 'c/d'],
  ['C/D; charset=utf-8', 'c/d'],
  ['a/b;q=0.1, c/d;q=0.9', 'c/d'],
  ['a/b, c/d', 'a/b'],
  ['c/*', 'c/d'],
  ['*/*;q=0.5, c/d', 'c/d'],
  ['a/b;q=0, */*;q=0.5', 'c/d'],
  ['x/y', 'a/b'],
  ['a/b;q=nonsense, c/d;q=0.1', 'c/d'],
])('for Accept: %s it is %s', (accept, type) => {
  expect(chooseType(accept, ['a/b', 'c/d'])).toBe(type);
});
