/**
 * The known word that someone most likely meant, or undefined when none is near. Case does not count as a difference.
 */
export function closest(wanted: string, known: Iterable<string>): string | undefined {
  const sought = wanted.slice(0, 100).toLowerCase();
  let best: { word: string; distance: number } | undefined;
  for (const word of known) {
    const distance = editDistance(sought, word.toLowerCase());
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { word, distance };
  }
  if (!best) return undefined;
  // A third of the letters may differ: enough for slips, too little for another word.
  const allowed = Math.floor(Math.max(sought.length, best.word.length) / 3);
  return best.distance <= Math.max(1, allowed) ? best.word : undefined;
}

/** Characters of a word in which a slip is looked for. */
const longestSlip = 100;

/** Whether two words are one but for a letter, or for case: a slip of the pen rather than another word. */
export function isSlip(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > longestSlip || Math.abs(one.length - other.length) > 1) return false;
  if (Math.min(one.length, other.length) < 3) return false;
  return editDistance(one.toLowerCase(), other.toLowerCase()) <= 1;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(wanted: string, known: Iterable<string>): string {
  const word = closest(wanted, known);
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
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
