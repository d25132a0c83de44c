import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from '../../kernel/printable.ts';

test.each([
  ['an escape sequence', '\x1b[31mred', '\\x1b[31mred'],
  ['a bell', '\x07', '\\x07'],
  ['a C1 control', '\x9b31m', '\\x9b31m'],
  ['a carriage return that would overwrite the line', 'ok\rno', 'ok\\rno'],
  ['a line break', 'a\nb', 'a\\nb'],
  ['a tab', 'a\tb', 'a\\tb'],
  ['a right-to-left override', '\u202egnp.exe', '\\u202egnp.exe'],
  ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['what is no character', 'a\ufffe\uffff\u{1ffff}b', 'a\\ufffe\\uffff\\u{1ffff}b'],
  ['half of a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ['a workflow command', '::set-output name=x::y', '\\x3a:set-output name=x::y'],
  ['an indented workflow command', '  ::error::x', '  \\x3a:error::x'],
  ['an Azure command', 'x ##vso[task.setvariable]', 'x \\x23#vso[task.setvariable]'],
])('%s is escaped', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(['plain', 'Grüße, 日本語, 👍', 'a::b', '## heading', '{"json": [1]}', "it's 100 %"])(
  '%j is unchanged',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);

describe('with lines', () => {
  test('line breaks and tabs stay', () => {
    expect(printable('a\n\tb', { lines: true })).toBe('a\n\tb');
  });

  test('a command at the beginning of any line is found', () => {
    expect(printable('a\n::error::x\n', { lines: true })).toBe('a\n\\x3a:error::x\n');
  });

  test('a carriage return is shown', () => {
    expect(printable('a\r\nb', { lines: true })).toBe('a\\r\nb');
  });
});

test('nothing that it returns has a control, format or separator character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
  );
});
