import { compareFindings, type FindingChanges } from '../../kernel/compare-findings.ts';
import { printable } from '../../kernel/printable.ts';
import { completeChecks } from '../../kernel/report/compare-runs.ts';
import type { CheckReport, Verification } from '../../kernel/result.ts';
import { findingLines } from '../render/finding-lines.ts';
import type { Terminal } from '../terminal.ts';

/** Compares the findings of each run with those of the runs before. */
export class ChangedFindings {
  /** The last report of each check that ran to its end: a check that is skipped for a while has fixed nothing. */
  readonly #known = new Map<string, CheckReport>();

  /** What is different in a run; undefined if nothing can be compared, as for the first one. */
  after(verification: Verification): FindingChanges | undefined {
    const checks = completeChecks(verification);
    const now = checks.filter(({ name }) => this.#known.has(name));
    const before = now.flatMap(({ name }) => this.#known.get(name) ?? []);
    for (const check of checks) this.#known.set(check.name, check);
    return now.length === 0 ? undefined : compareFindings(before, now);
  }
}

/** New findings that are named. */
const maxNamed = 5;

/** Says what is different in a run: the numbers of new and fixed findings, and the new ones on a line each. */
export function changeLines({ came, went }: FindingChanges, terminal: Terminal): string[] {
  const more = came.length - maxNamed;
  return [
    terminal.errorColors.bold(`Since the last run: ${came.length} new, ${went.length} fixed`),
    ...came
      .slice(0, maxNamed)
      .flatMap((finding) => findingLines(finding, terminal, [finding.severity, printable(finding.code)])),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
