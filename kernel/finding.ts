import Type, { type Static } from 'typebox';

export const severities = ['error', 'warning'] as const;
/** `error` fails the check that found it; `warning` does not. */
export type Severity = (typeof severities)[number];

/** One fault, as CONTRACT 3 has it. `line` and `column` count from 1; `file` is relative to the project, with `/`. */
export const Finding = Type.Object({
  code: Type.String({ description: 'Stable: `service explain` knows it' }),
  severity: Type.Enum([...severities], { description: 'An error fails its check, a warning does not' }),
  message: Type.String(),
  file: Type.Optional(Type.String({ description: 'Relative to the project, with `/`' })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1' })),
  column: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1, in UTF-16 code units' })),
  evidence: Type.Optional(Type.String({ description: 'The text of the project that shows the fault' })),
  evidenceColumn: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Column of the line at which the evidence begins, where it is that line or a part of it',
    }),
  ),
  fix: Type.Optional(Type.String({ description: 'What to do about it' })),
  docs: Type.Optional(Type.String({ description: 'Where to read more' })),
});
export type Finding = Static<typeof Finding>;

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
