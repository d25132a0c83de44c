import type { Verification } from '../kernel/result.ts';

/** How many warnings a run gave. A result that came without its findings still counts them in its summary (CONTRACT 3). */
export function countWarnings({ checks, summary }: Verification): number {
  const findings = checks.flatMap((check) => check.findings);
  if (findings.length > 0) return findings.filter((finding) => finding.severity === 'warning').length;
  return Number(/, (\d+) warnings?(?=,|$)/.exec(summary)?.[1] ?? 0);
}
