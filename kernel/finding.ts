import type { Static } from 'typebox';
import { type Severity, severities } from './enums.ts';
import type * as schemas from './result-schemas.ts';

/** A finding of CONTRACT 3. `line` and `column` count from 1; `file` is relative to the project, with `/`. */
export type Finding = Static<typeof schemas.Finding>;

/** A change of a file: offsets in UTF-16 code units, and the text that stands there instead. */
export type Edit = NonNullable<Finding['edit']>;

/**
 * A finding as a check yields it. Severity, fix and docs default to those of the rule, evidence to the source line. Set
 * evidence to an empty text to show nothing, for example if the line contains a secret.
 */
export type Observation = Omit<Finding, 'severity' | 'essential'> & { severity?: Severity };

/** A rule: a code and its documentation. */
export interface Rule {
  /** Stable, unique across plugins, in kebab-case: `manifest-missing`. */
  code: string;
  title: string;
  severity: Severity;
  /** Why it matters to the author or users of the package. */
  why: string;
  /** How to fix it. */
  fix: string;
  /** Example that violates the rule. */
  bad: string;
  /** The same example, corrected. */
  good: string;
  /** URL of the documentation of the ecosystem. */
  docs?: string;
  /**
   * Codes of rules that report the same fault in its place. A code that ends with `-` means all codes that begin with it.
   */
  supersededBy?: readonly string[];
  /**
   * Where it reports, if not wherever its check runs. `sources`: what it reports in sources is not what it reports in the
   * scripts that a build makes of them.
   */
  onlyIn?: 'project' | 'package' | 'sources';
  /** Whether its errors keep the host from loading the package, though its check is not essential. */
  essential?: boolean;
}

/** Completes an observation with the defaults of its rule. */
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
    edit,
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
    ...(edit !== undefined && { edit }),
    ...(rule.essential && { essential: true }),
  };
}

/** Sorts findings: errors first, then by file, line and column. */
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

/** Compares by code unit, so that the order does not depend on the locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
