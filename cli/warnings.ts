import type { Verification } from '../kernel/result.ts';

/** Counts the warnings of a run. The summary has the count (CONTRACT 3) if the result has no findings. */
export function countWarnings({ checks, summary }: Verification): number {
  const findings = checks.flatMap((check) => check.findings);
  if (findings.length > 0) return findings.filter((finding) => finding.severity === 'warning').length;
  return Number(/, (\d+) warnings?(?=,|$)/.exec(summary)?.[1] ?? 0);
}
