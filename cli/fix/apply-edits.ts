import type { Edit } from '../../kernel/finding.ts';

/**
 * Applies the edits that do not touch each other, like ESLint: of two, the first in the text. The others are for the next pass,
 * with the positions of the new text.
 * @returns the new text, and how many were applied
 */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string; applied: number } {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let fixed = '';
  let last = -1;
  let from = 0;
  let applied = 0;
  for (const { start, end, text: added } of sorted) {
    if (start <= last || start > end || end > text.length) continue;
    fixed += text.slice(from, start) + added;
    from = end;
    last = end;
    applied += 1;
  }
  return { text: fixed + text.slice(from), applied };
}
