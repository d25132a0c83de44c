import type { Static } from 'typebox';
import { type Severity, severities } from './enums.ts';
import type * as schemas from './result-schemas.ts';

/** One fault, as CONTRACT 3 has it. `line` and `column` count from 1; `file` is relative to the project, with `/`. */
export type Finding = Static<typeof schemas.Finding>;

/**
 * What a check yields. Severity, fix and docs come from the rule of that code unless the check knows better; evidence,
 * from the line that it names. An empty one shows nothing of that line, which may hold a secret.
 */
export type Observation = Omit<Finding, 'severity'> & { severity?: Severity };

/** A rule: one code, what it means, and how to be on its right side. Documentation is generated from it. */
export interface Rule {
  /** Stable and unique over all plugins, kebab-case: `manifest-missing`. */
  code: string;
  title: string;
  severity: Severity;
  /** Why it matters to the author or to users of the package. */
  why: string;
  /** What to do about it. */
  fix: string;
  /** Source text that has the fault. */
  bad: string;
  /** The same without it. */
  good: string;
  /** Where the ecosystem says so. */
  docs?: string;
}

/** Completes an observation with what its rule says. */
export function toFinding(observation: Observation, rule: Rule): Finding {
  const {
    code,
    severity = rule.severity,
    message,
    file,
    line,
    column,
    evidence,
    evidenceColumn,
    fix = rule.fix,
    docs = rule.docs,
  } = observation;
  return {
    code,
    severity,
    message,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(evidence !== undefined && { evidence }),
    ...(evidenceColumn !== undefined && { evidenceColumn }),
    ...(fix !== undefined && { fix }),
    ...(docs !== undefined && { docs }),
  };
}

/** The order in which findings are read: errors first, then by file, line and column. */
export function inReadingOrder(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => severities.indexOf(finding.severity);
  return findings.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** By code unit: the same order on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
