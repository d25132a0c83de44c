/** The smallest value that is at least as large as this share of the values (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Milliseconds as `1.2 s`. */
export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
