/**
 * Returns the known word closest to the given one, ignoring case; undefined if none is close.
 */
export function closest(wanted: string, known: Iterable<string>): string | undefined {
  const target = wanted.slice(0, 100).toLowerCase();
  let best: { word: string; distance: number } | undefined;
  for (const word of known) {
    const distance = editDistance(target, word.toLowerCase());
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { word, distance };
  }
  if (!best) return undefined;
  // A third of the letters can differ, which covers typos but not other words.
  const allowed = Math.floor(Math.max(target.length, best.word.length) / 3);
  return best.distance <= Math.max(1, allowed) ? best.word : undefined;
}

/** Characters of a word that `isTypo` compares. */
const maxTypoLength = 100;

/** Whether two words differ in at most one letter, ignoring case. */
export function isTypo(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > maxTypoLength || Math.abs(one.length - other.length) > 1) return false;
  if (Math.min(one.length, other.length) < 3) return false;
  return editDistance(one.toLowerCase(), other.toLowerCase()) <= 1;
}

/** Returns `; did you mean "x"?` or an empty text. */
export function didYouMean(wanted: string, known: Iterable<string>): string {
  const word = closest(wanted, known);
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbors. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const costs = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1)];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) costs.push(at(beforeLast, column - 2) + 1);
      current.push(Math.min(...costs));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
