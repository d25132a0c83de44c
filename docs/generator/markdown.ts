/** Converts plain text to Markdown: escapes markup except code in backticks. */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[*[\]]/g, '\\$&').replaceAll('<', '&lt;')))
    .join('');
}

/** Escapes text for a table cell. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Wraps source text in a fence that is longer than any run of backticks in it. */
export function fence(text: string): string {
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longestRun + 1);
  return `${marks}\n${text.trimEnd()}\n${marks}`;
}

/** Returns the anchor that GitHub gives a heading (https://github.com/gjtorikian/html-pipeline). */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the comment at the start of generated pages. */
export function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by \`npm run docs\`. -->`;
}

/** Joins the parts of a page with blank lines. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
