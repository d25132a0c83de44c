/** Characters of the longest excerpt. */
const longest = 160;
/** How many of them may stand before the place, in a line too long to show whole. */
const lead = 40;

/**
 * Makes the function that shows the line of a place in `text`, without the blanks around it; of a long line, the part
 * around the place.
 */
export function excerpts(text: string): (line: number, column: number) => string | undefined {
  let lines: string[] | undefined;
  return (line, column) => {
    lines ??= text.split(lineBreak);
    const whole = lines[line - 1];
    if (whole === undefined) return undefined;
    const from = whole.length > longest ? Math.max(0, column - 1 - lead) : 0;
    return whole.slice(from, from + longest).trim() || undefined;
  };
}

// As ESLint counts lines: https://tc39.es/ecma262/#sec-line-terminators
const lineBreak = /\r\n|[\r\n\u2028\u2029]/;
