import fc from 'fast-check';
import width from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { evidenceLines } from '../../../cli/render/evidence-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { sink } from './sink.ts';

/** @param column of the place; the evidence begins in column 1 */
function shown(evidence: string, column?: number, columns?: number, more: Partial<Finding> = {}): string[] {
  const terminal = new Terminal(sink(columns), sink(), { NO_COLOR: '1' });
  const place = { file: 'a.ts', line: 3, evidenceColumn: 1, ...(column !== undefined && { column }) };
  return evidenceLines({ code: 'c', severity: 'error', message: 'm', evidence, ...place, ...more }, terminal);
}

/** What the caret points at: what stands in its column of the line above it. */
function pointedAt([text = '', caret = '']: string[]): string {
  const column = caret.indexOf('^');
  let before = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (width(before) >= column) return segment;
    before += segment;
  }
  return '';
}

describe('the caret', () => {
  it('is under the column of the finding', () => {
    expect(shown('const a = 5', 7)).toEqual(['    | const a = 5', '    |       ^']);
    expect(shown('const a = 5', 9, undefined, { evidenceColumn: 3 })).toEqual(['    | const a = 5', '    |       ^']);
  });

  it.each([
    ['the evidence begins nobody knows where', { evidenceColumn: undefined }],
    ['no column is known', { column: undefined }],
    ['the place is before it', { column: 2, evidenceColumn: 3 }],
    ['the place is behind it', { column: 12 }],
  ])('is left out where %s', (_, more) => {
    expect(shown('const a = 5', 7, undefined, more)).toEqual(['    | const a = 5']);
  });

  it('is right after tabs, wide characters, combining marks and escaped characters', () => {
    expect(shown('\ta\tb', 4)).toEqual(['    | a b', '    |   ^']);
    for (const before of ['名前 = ', '🗑️ ', 'é', '\u001b[2J', '\u202e', 'ｆｕｌｌ', 'a\tb\t'])
      expect(pointedAt(shown(`${before}X;`, before.length + 1)), before).toBe('X');
  });

  it('is visible on a narrow terminal, with its surroundings', () => {
    const line = `start ${'x'.repeat(50)} HERE ${'y'.repeat(50)}`;
    const lines = shown(line, 58, 40);
    expect(lines[0]).toMatch(/^ {4}\| …x+ HERE y+…$/);
    expect(pointedAt(lines)).toBe('H');
    expect(shown(line, 1, 40)[0]).toMatch(/^ {4}\| start x+…$/);
  });

  it('stays below its location for any line and terminal', () => {
    const unit = fc.constantFrom('a', ' ', '\t', '名', '🗑️', 'e\u0301', '\u001b', '\u202e', '\u0000', '…');
    const text = fc.array(unit, { maxLength: 300 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 10, max: 200 }), (before, after, columns) => {
        const lines = shown(`(${before}X${after}`, before.length + 2, columns);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(Math.max(26, columns));
        expect(pointedAt(lines)).toBe('X');
      }),
    );
  });
});

it('shows a list as lines, and of a line without end the beginning', () => {
  expect(shown('dist/a\n  dist/b', undefined)).toEqual(['    | dist/a', '    | dist/b']);
  const [line = ''] = shown('x'.repeat(100_000));
  expect(line).toMatch(/^ {4}\| x+…$/);
  expect(width(line)).toBe(6 + 160);
});

it('leaves out what there is nothing to read in', () => {
  expect(shown('{', 1)).toEqual([]);
  expect(shown('')).toEqual([]);
});
