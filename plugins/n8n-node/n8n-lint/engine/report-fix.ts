import type { Edit } from '../../../../kernel/index.ts';

type Range = readonly [number, number];
interface HasRange {
  range: Range;
}
interface Fix {
  range: Range;
  text: string;
}

/** The API with which rules create fixes: https://eslint.org/docs/latest/extend/custom-rules#applying-fixes */
const fixer = {
  insertTextAfter: (at: HasRange, text: string): Fix => fixer.insertTextAfterRange(at.range, text),
  insertTextAfterRange: ([, end]: Range, text: string): Fix => ({ range: [end, end], text }),
  insertTextBefore: (at: HasRange, text: string): Fix => fixer.insertTextBeforeRange(at.range, text),
  insertTextBeforeRange: ([start]: Range, text: string): Fix => ({ range: [start, start], text }),
  remove: (at: HasRange): Fix => fixer.removeRange(at.range),
  removeRange: (range: Range): Fix => ({ range, text: '' }),
  replaceText: (at: HasRange, text: string): Fix => fixer.replaceTextRange(at.range, text),
  replaceTextRange: (range: Range, text: string): Fix => ({ range, text }),
};

/** Fixes per report. */
const maxFixes = 100;
/** Characters of one edit. */
const maxText = 20_000;

/**
 * The edit of a report's `fix`; several fixes are merged as in ESLint.
 * @param source the whole text
 * @returns undefined without a fix, and for an invalid one, because the report counts anyway
 */
export function editOf(report: object, source: () => string): Edit | undefined {
  if (!('fix' in report) || typeof report.fix !== 'function') return undefined;
  try {
    return joined(fixesFrom(report.fix(fixer)), source);
  } catch {
    return undefined;
  }
}

function fixesFrom(made: unknown): Fix[] {
  if (made === null || made === undefined) return [];
  if (isFix(made)) return [made];
  if (typeof made !== 'object' || !(Symbol.iterator in made)) throw new Error('not a fix');
  const fixes: Fix[] = [];
  for (const one of made as Iterable<unknown>) {
    if (!isFix(one) || fixes.length === maxFixes) throw new Error('not a fix');
    fixes.push(one);
  }
  return fixes;
}

function joined(fixes: readonly Fix[], source: () => string): Edit | undefined {
  const sorted = fixes.toSorted((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return undefined;
  const text = sorted.length > 1 ? source() : '';
  let end = first.range[0];
  let made = '';
  for (const { range, text: added } of sorted) {
    if (range[0] < end) throw new Error('fixes overlap');
    made += text.slice(end, range[0]) + added;
    end = range[1];
  }
  return made.length > maxText ? undefined : { start: first.range[0], end, text: made };
}

function isFix(value: unknown): value is Fix {
  if (typeof value !== 'object' || value === null || !('range' in value) || !('text' in value)) return false;
  const { range, text } = value;
  if (!Array.isArray(range) || typeof text !== 'string') return false;
  const [start, end] = range;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;
}
