/** The offset of each line of a script, by line number from 0. */
export function startsOfLines(text: string): number[] {
  const starts = [0];
  for (const lineBreak = /\r\n|[\r\n\u2028\u2029]/g; lineBreak.test(text); ) starts.push(lineBreak.lastIndex);
  return starts;
}

/** The index of the line at an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
