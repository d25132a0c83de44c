import type { Readme } from '../../project/readme/readme.ts';

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

/** The lists and tables of a README, without what it says of other versions. */
export function fieldLines({ text, blocks }: Pick<Readme, 'text' | 'blocks'>): FieldLine[] {
  const lines = text.split(/\r\n|\n|\r/);
  const found = new Map<number, FieldLine>();
  let headings: { text: string; level: number }[] = [];
  for (const block of blocks) {
    const { kind, line, level = 1 } = block;
    if (kind === 'heading') headings = [...headings.filter((one) => one.level < level), { text: block.text, level }];
    // The cells of a table are in one line.
    if (kind !== 'item' || found.has(line) || headings.some((one) => other.test(one.text))) continue;
    const content = (lines[line - 1] ?? '').slice(0, maxLength);
    found.set(line, {
      text: content,
      line,
      label: labelled.exec(content)?.[1]?.trim(),
      marked: [...content.matchAll(mark)].map(([, bold, code]) => (bold ?? code ?? '').trim()),
      isOfCredentials: headings.some((one) => /credential|authenticat/i.test(one.text)),
    });
  }
  return [...found.values()];
}
