import type { Finding } from '../finding.ts';

/** What of its evidence a finding shows. */
export interface ShownEvidence {
  lines: string[];
  /** Whether it is the line of the project that the finding names, or a part of it. */
  isLine: boolean;
  /** Where in that line the finding is, in UTF-16 code units from 0; undefined where that is not known. */
  offset?: number;
}

/** The evidence of a finding for a reader; undefined where there is none, or a bracket alone, which shows nobody anything. */
export function shownEvidence({ column, evidence = '', evidenceColumn }: Finding): ShownEvidence | undefined {
  if (!/[\p{L}\p{N}]/u.test(evidence)) return undefined;
  const lines = evidence.split(/\r\n|\n|\r/);
  const offset = (column ?? 0) - (evidenceColumn ?? 0);
  const known = column !== undefined && evidenceColumn !== undefined && offset >= 0 && offset < evidence.length;
  return { lines, isLine: evidenceColumn !== undefined, ...(known && lines.length === 1 && { offset }) };
}
