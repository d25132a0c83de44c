import type { Finding } from '../finding.ts';

/** Evidence of a finding, as it is shown. */
export interface ShownEvidence {
  lines: string[];
  /** Whether it is the source line of the finding or a part of it. */
  isLine: boolean;
  /** Offset of the finding in the line, in UTF-16 code units from 0; undefined if unknown. */
  offset?: number;
}

/** Returns the evidence to show; undefined if there is none or it has no letters or digits. */
export function shownEvidence({ column, evidence = '', evidenceColumn }: Finding): ShownEvidence | undefined {
  if (!/[\p{L}\p{N}]/u.test(evidence)) return undefined;
  const lines = evidence.split(/\r\n|\n|\r/);
  const offset = (column ?? 0) - (evidenceColumn ?? 0);
  const known = column !== undefined && evidenceColumn !== undefined && offset >= 0 && offset < evidence.length;
  return { lines, isLine: evidenceColumn !== undefined, ...(known && lines.length === 1 && { offset }) };
}
