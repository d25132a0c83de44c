import width from 'fast-string-width';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { shownEvidence } from '../../kernel/report/shown-evidence.ts';
import type { Terminal } from '../terminal.ts';

/** Columns of evidence. */
const maxColumns = 160;
const minColumns = 20;

/** Formats source lines with a bar, and a caret below the column of the finding, if known. */
export function evidenceLines(
  finding: Finding,
  { colors, width: columns = Number.POSITIVE_INFINITY }: Terminal,
): string[] {
  const evidence = shownEvidence(finding);
  if (!evidence) return [];
  const bar = `    ${colors.dim('|')} `;
  const room = Math.min(maxColumns, Math.max(minColumns, columns - 6));
  const { lines, offset } = evidence;
  return lines.flatMap((line) => {
    const { text, caret } = fitted(line, offset, room);
    return [bar + text, ...(caret === undefined ? [] : [`${bar}${' '.repeat(caret)}${colors.red('^')}`])];
  });
}

/**
 * Formats a line for the terminal: trimmed, tabs replaced by spaces, escaped, and truncated around the location.
 * @param offset offset of the location, in UTF-16 code units
 * @returns the text, of at most `room` columns, and the column of the location, from 0
 */
function fitted(line: string, offset: number | undefined, room: number): { text: string; caret?: number } {
  const plain = line.replaceAll('\t', ' ');
  const blanks = plain.length - plain.trimStart().length;
  if (offset === undefined || offset < blanks) return { text: cut(plain.slice(blanks), room) };
  const from = beginning(plain, { blanks, offset, room });
  const lead = from === blanks ? '' : '…';
  const caret = width(lead + printable(plain.slice(from, offset)));
  return { text: cut(lead + plain.slice(from), room), caret };
}

/** Returns the offset from which a line is shown, so that the location is within the first two thirds. */
function beginning(line: string, { blanks, offset, room }: { blanks: number; offset: number; room: number }): number {
  const before = (from: number) => width(printable(line.slice(from, offset)));
  if (before(blanks) < room - 1) return blanks;
  let from = Math.max(blanks, offset - room);
  while (from < offset && before(from) > (room * 2) / 3) from++;
  return from;
}

function cut(line: string, room: number): string {
  const text = printable(line.slice(0, 4 * maxColumns).trimEnd());
  if (width(text) <= room) return text;
  let shown = '';
  // Created on demand, because it is slow.
  const graphemes = new Intl.Segmenter('en');
  for (const { segment } of graphemes.segment(text)) {
    if (width(shown + segment) > room - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
