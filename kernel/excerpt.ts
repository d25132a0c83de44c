/** Characters of the longest excerpt. */
const longest = 160;
/** How many of them may stand before the place, in a line too long to show whole. */
const lead = 40;

export interface Excerpt {
  text: string;
  /** The column of the line at which it begins, from 1. */
  column: number;
}

/**
 * Makes the function that shows the line of a place in `text`, without the blanks around it; of a long line, the part
 * around the place.
 */
export function excerpts(text: string): (line: number, column: number) => Excerpt | undefined {
  let lines: string[] | undefined;
  return (line, column) => {
    lines ??= text.split(lineBreak);
    const whole = lines[line - 1];
    if (whole === undefined) return undefined;
    const from = whole.length > longest && column > lead ? column - 1 - lead : 0;
    const part = whole.slice(from, from + longest);
    const shown = part.trim();
    return shown === '' ? undefined : { text: shown, column: from + part.search(/\S/) + 1 };
  };
}

// As ESLint counts lines: https://tc39.es/ecma262/#sec-line-terminators
const lineBreak = /\r\n|[\r\n\u2028\u2029]/;
