/** A line of a README about one or more fields that users fill in. */
export interface FieldLine {
  text: string;
  /** From 1. */
  line: number;
  /** What it begins with, in a list or a table: `Base URL`. */
  label: string | undefined;
  /** What it marks as bold or code. */
  marked: readonly string[];
  /** Whether a heading above says that it is about credentials. */
  isOfCredentials: boolean;
}

/** Characters of a line that are read. */
const maxLength = 1000;
/** `- **Base URL**: …`, `2. `Base URL` — …`, `| Base URL | … |` */
const labelled =
  /^\s{0,12}(?:\||(?:[-*+]|\d{1,3}[.)])\s)\s{0,4}[*_`]{0,2}([^*_`:|\s][^*_`:|]{1,59}?):?[*_`]{0,2}\s{0,4}(?:[:|(]|[-–—] )/;
const mark = /\*\*([^*]{2,60})\*\*|`([^`]{2,200})`/g;
/** Headings of what was so, or will be. */
const other =
  /\b(?:change ?log|changes|history|what'?s new|releases?|versions?|migrat\w+|upgrad\w+|breaking|roadmap)\b/i;

/** The lists and tables of a README, without code blocks and what it says of other versions. */
export function fieldLines(text: string): FieldLine[] {
  const found: FieldLine[] = [];
  const headings: string[] = [];
  let fence: string | undefined;
  for (const [index, whole] of text
    .slice(0, 500_000)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const content = whole.slice(0, maxLength);
    const [, sign = ''] = /^\s{0,9}(`{3,}|~{3,})/.exec(content) ?? [];
    if (sign !== '') fence = fence === undefined ? sign : sign.startsWith(fence) ? undefined : fence;
    if (fence !== undefined || sign !== '') continue;
    const [, marks = '', heading = ''] = /^\s{0,3}(#{1,6})\s+(.{1,300})/.exec(content) ?? [];
    if (marks !== '')
      headings.splice(marks.length - 1, 6, ...Array(Math.max(0, marks.length - 1 - headings.length)).fill(''), heading);
    const isEntry = /^\s*(?:\||(?:[-*+]|\d{1,3}[.)])\s)/.test(content);
    if (!isEntry || headings.some((one) => other.test(one))) continue;
    found.push({
      text: content,
      line: index + 1,
      label: labelled.exec(content)?.[1]?.trim(),
      marked: [...content.matchAll(mark)].map(([, bold, code]) => (bold ?? code ?? '').trim()),
      isOfCredentials: headings.some((one) => /credential|authenticat/i.test(one)),
    });
  }
  return found;
}
