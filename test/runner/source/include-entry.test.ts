import { describe, expect, test } from 'vitest';
import { parseIncludeEntry } from '../../../runner/source/include-entry.ts';

test.each([
  ['src/', { path: 'src' }],
  ['src', { path: 'src' }],
  ['./src', { path: 'src' }],
  ['a//b/', { path: 'a/b' }],
  ['a/../b', { path: 'b' }],
  ['.', { path: '' }],
  ['./', { path: '' }],
  ['-rf', { path: '-rf' }],
  ['with space', { path: 'with space' }],
  ['two\nlines', { path: 'two\nlines' }],
  ['..foo', { path: '..foo' }],
  ['LICENSE*', { path: '', prefix: 'LICENSE' }],
  ['docs/README*', { path: 'docs', prefix: 'README' }],
  ['docs/*', { path: 'docs', prefix: '' }],
  ['*', { path: '', prefix: '' }],
])('%j is read as %j', (entry, parsed) => {
  expect(parseIncludeEntry(entry)).toEqual(parsed);
});

describe('refuses as INVALID_CONFIG', () => {
  test.each([
    ['..', 'leads out of the project'],
    ['../x', 'leads out of the project'],
    ['a/../../x', 'leads out of the project'],
    ['/etc/passwd', 'is absolute'],
    ['C:/x', 'is absolute'],
    ['a\\b', 'contains a backslash'],
    ['', 'is empty'],
    ['a\0b', 'NUL'],
    ['src/**/*.ts', 'not at its end'],
    ['*.md', 'not at its end'],
    ['**', 'not at its end'],
  ])('%j, which %s', (entry, words) => {
    expect(() => parseIncludeEntry(entry)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(words) }),
    );
  });
});
