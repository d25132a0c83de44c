/** Characters of an excerpt. */
const maxLength = 160;
/** Characters of an excerpt before the column, in a line that is longer. */
const maxLead = 40;

/** Part of a line, trimmed. */
export interface Excerpt {
  text: string;
  /** Column at which the excerpt starts, from 1, in UTF-16 code units. */
  column: number;
}

/** Line breaks of text, and of scripts as ESLint and TypeScript define them: https://tc39.es/ecma262/#sec-line-terminators */
export const lineBreaks = { text: /\r\n|[\r\n]/, script: /\r\n|[\r\n\u2028\u2029]/ } as const;

/** Returns a function that returns the line of a location in `text`, or the part of a long line around the column. */
export function excerpts(
  text: string,
  lineBreak: RegExp = lineBreaks.text,
): (line: number, column: number) => Excerpt | undefined {
  let lines: string[] | undefined;
  return (line, column) => {
    lines ??= text.split(lineBreak);
    const whole = lines[line - 1];
    if (whole === undefined) return undefined;
    const from = whole.length > maxLength && column > maxLead ? unsplit(whole, column - 1 - maxLead) : 0;
    const part = whole.slice(from, unsplit(whole, from + maxLength));
    const shown = part.trim();
    return shown === '' ? undefined : { text: shown, column: from + part.search(/\S/) + 1 };
  };
}

/** Moves an offset out of a surrogate pair. */
function unsplit(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
