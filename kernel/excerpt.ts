/** Characters of the longest excerpt. */
const longest = 160;
/** How many of them may stand before the place, in a line too long to show whole. */
const lead = 40;

/** Part of a line, without the blanks around it. */
export interface Excerpt {
  text: string;
  /** The column of the line at which it begins, from 1, in UTF-16 code units. */
  column: number;
}

/** How a text is divided into lines; of a script, as ESLint and TypeScript do: https://tc39.es/ecma262/#sec-line-terminators */
export const lineBreaks = { text: /\r\n|[\r\n]/, script: /\r\n|[\r\n\u2028\u2029]/ } as const;

/** Makes the function that shows the line of a place in `text`; of a long line, the part around the place. */
export function excerpts(
  text: string,
  lineBreak: RegExp = lineBreaks.text,
): (line: number, column: number) => Excerpt | undefined {
  let lines: string[] | undefined;
  return (line, column) => {
    lines ??= text.split(lineBreak);
    const whole = lines[line - 1];
    if (whole === undefined) return undefined;
    const from = whole.length > longest && column > lead ? unsplit(whole, column - 1 - lead) : 0;
    const part = whole.slice(from, unsplit(whole, from + longest));
    const shown = part.trim();
    return shown === '' ? undefined : { text: shown, column: from + part.search(/\S/) + 1 };
  };
}

/** An offset that does not cut a character in two. */
function unsplit(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
