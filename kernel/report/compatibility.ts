import type { CheckReport, Compatibility } from '../result.ts';

/** The tables of releases of the checks: one, or none. */
export const compatibilityOf = (checks: readonly CheckReport[]): Compatibility[] =>
  checks.flatMap(({ compatibility }) => compatibility ?? []);

/** `in n8n 2.41.3: acme loads (before: fails to load)` */
export function changeText({ release, name, before, now }: Compatibility['changes'][number], host: string): string {
  return `in ${host} ${release}: ${name} ${now} (before: ${before})`;
}
