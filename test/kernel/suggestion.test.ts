import { describe, expect, it } from 'vitest';
import { closest, isTypo } from '../../kernel/suggestion.ts';

describe('closest', () => {
  const known = ['verify', 'checks', 'explain', '--max-warnings', '--no-logs', '--type'];

  it.each([
    ['vrify', 'verify'],
    ['verifyy', 'verify'],
    ['evrify', 'verify'],
    ['VERIFY', 'verify'],
    ['check', 'checks'],
    ['--max-warning', '--max-warnings'],
    ['--logs', '--no-logs'],
    ['--typ', '--type'],
  ])('takes %s for %s', (wanted, meant) => {
    expect(closest(wanted, known)).toBe(meant);
  });

  it.each(['', 'publish', 'x', 'install'])('does not guess at %j', (wanted) => {
    expect(closest(wanted, known)).toBeUndefined();
  });

  it('bears a word without end', () => {
    expect(closest('v'.repeat(1_000_000), known)).toBeUndefined();
  });
});

describe('isTypo', () => {
  it.each([
    ['delete', 'delet'],
    ['delete', 'deleet'],
    ['getAll', 'getall'],
    ['users', 'user'],
  ])('%s and %s are one word', (one, other) => expect(isTypo(one, other)).toBe(true));

  it.each([
    ['boost', 'unboost'],
    ['get', 'getAll'],
    ['id', 'ip'],
    ['a'.repeat(200), 'a'.repeat(199)],
  ])('%s and %s are two', (one, other) => expect(isTypo(one, other)).toBe(false));
});
