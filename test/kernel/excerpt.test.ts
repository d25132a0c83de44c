import { expect, it } from 'vitest';
import { excerpts, lineBreaks } from '../../kernel/excerpt.ts';

it('shows the line of a place without the blanks around it, and where it begins', () => {
  const at = excerpts('one\r\n\ttwo  \nthree\u2028four', lineBreaks.script);
  expect([at(1, 1), at(2, 2), at(3, 1), at(4, 1)]).toEqual([
    { text: 'one', column: 1 },
    { text: 'two', column: 2 },
    { text: 'three', column: 1 },
    { text: 'four', column: 1 },
  ]);
  expect(excerpts('three\u2028four')(1, 1)?.text).toBe('three\u2028four');
});

it('shows nothing of an empty or missing line', () => {
  const at = excerpts('\n');
  expect([at(1, 1), at(9, 1), at(Number.NaN, 1)]).toEqual([undefined, undefined, undefined]);
});

it('shows the part of a long line where the place is', () => {
  const line = `${'a'.repeat(5000)}FAULT${'b'.repeat(5000)}`;
  const shown = excerpts(line)(1, 5001);
  expect(shown?.text).toHaveLength(160);
  expect(shown?.text).toContain('aFAULTb');
  expect(shown?.text.indexOf('FAULT')).toBe(5001 - (shown?.column ?? 0));
  // No character is cut in two, at either end.
  expect(excerpts(`a${'\u{1f5d1}'.repeat(500)}`)(1, 302)?.text).toBe('\u{1f5d1}'.repeat(80));
  expect(excerpts(line)(1, Number.NaN)).toEqual({ text: 'a'.repeat(160), column: 1 });
});
