/** Quantile by nearest rank; NaN for an empty list. @param share 0.95 for the 95th percentile */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Median and 95th percentile, as two cells of a table. */
export function medianAndTail(milliseconds: readonly number[]): [string, string] {
  return [time(quantile(milliseconds, 0.5)), time(quantile(milliseconds, 0.95))];
}

export function time(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toPrecision(2)} ms`;
  return milliseconds < 10_000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats bytes with three digits and a unit. */
export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, count)) / 10)));
  return `${(count / 1024 ** power).toPrecision(3)} ${units[power]}`;
}

/** Formats a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
