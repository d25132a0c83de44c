/** Prose of ours as Markdown: what stands in backticks stays, and nothing else is taken for markup. */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[*[\]]/g, '\\$&').replaceAll('<', '&lt;')))
    .join('');
}

/** Text in the cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Source text in a fence that nothing in it can close. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}\n${text.trimEnd()}\n${marks}`;
}

/** Where GitHub puts a heading (https://github.com/gjtorikian/html-pipeline). */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** What every generated page begins with. */
export function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by \`npm run docs\`. -->`;
}

/** A page of its parts, a blank line between each two. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
