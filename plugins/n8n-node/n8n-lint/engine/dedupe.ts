import { mergedRules } from '../catalogue/merged-rules.ts';
import { type Findings, overlaps } from '../catalogue/overlaps.ts';
import type { LintFinding } from './lint-output.ts';

/** Removes duplicate findings of n8n's rules: each problem is reported once, under one code. */
export function oncePerFault(findings: readonly LintFinding[]): LintFinding[] {
  const byFile = Map.groupBy(findings, ({ file }) => file);
  return [...byFile.values()].flatMap((inFile) => withoutHidden(merged(inFile)));
}

function merged(findings: readonly LintFinding[]): LintFinding[] {
  const codes = new Set(findings.map(({ code }) => code));
  const seen = new Set<string>();
  return findings.flatMap((finding) => {
    const kept = mergedRules[finding.code];
    if (kept !== undefined && codes.has(kept)) return [];
    const result = kept === undefined ? finding : { ...finding, code: kept };
    // A rule that visits a node twice reports it twice.
    const key = JSON.stringify(result);
    if (seen.has(key)) return [];
    seen.add(key);
    return [result];
  });
}

function withoutHidden(findings: readonly LintFinding[]): LintFinding[] {
  const hidden = new Set<LintFinding>();
  for (const { reported, hides, anywhereInFile = false } of overlaps) {
    const reporting = findings.filter((finding) => matchesAny(finding, reported));
    if (reporting.length === 0) continue;
    for (const finding of findings) {
      if (matchesAny(finding, hides) && reporting.some((other) => anywhereInFile || nested(other, finding)))
        hidden.add(finding);
    }
  }
  return findings.filter((finding) => !hidden.has(finding));
}

function matchesAny({ code, messageId, message }: LintFinding, kinds: readonly Findings[]): boolean {
  return kinds.some(
    (kind) =>
      kind.code === code &&
      (kind.messages === undefined || (messageId !== undefined && kind.messages.includes(messageId))) &&
      (kind.mentions === undefined || message.includes(kind.mentions)),
  );
}

/** Whether one of two findings contains the other. */
function nested(a: LintFinding, b: LintFinding): boolean {
  return contains(a, b) || contains(b, a);
}

function contains(outer: LintFinding, inner: LintFinding): boolean {
  return !isBefore(start(inner), start(outer)) && !isBefore(end(outer), end(inner));
}

type Place = readonly [line: number, column: number];
const start = ({ line = 0, column = 0 }: LintFinding): Place => [line, column];
const end = ({ line = 0, column = 0, endLine = line, endColumn = column }: LintFinding): Place => [endLine, endColumn];
const isBefore = (a: Place, b: Place) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
