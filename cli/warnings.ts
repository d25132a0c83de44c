import { counted } from '../kernel/counted.ts';
import type { Verification } from '../kernel/result.ts';
import { findingsOf } from '../kernel/result.ts';

/** Counts the warnings of a run. The summary has the count (CONTRACT 3) if the result has no findings. */
function countWarnings({ checks, summary }: Verification): number {
  const findings = findingsOf(checks);
  if (findings.length > 0) return findings.filter((finding) => finding.severity === 'warning').length;
  return Number(/, (\d+) warnings?(?=,|$)/.exec(summary)?.[1] ?? 0);
}

/** Returns why a successful run fails with `--max-warnings`: `3 warnings (maximum: 0)`; undefined if it does not. */
export function tooManyWarnings(verification: Verification, max: number | undefined): string | undefined {
  if (max === undefined || !verification.passed) return undefined;
  const count = countWarnings(verification);
  return count > max ? `${counted(count, 'warning')} (maximum: ${max})` : undefined;
}
