import type { Rule } from '../finding.ts';
import { printable } from '../printable.ts';
import type { Verification } from '../result.ts';

/** What every report is made of, so that no format knows more than another. */
export interface ReportedRun {
  runId: string;
  creditsUsed: number;
  /** Git ref, branch or commit that the run is tagged with. */
  ref?: string;
  verification: Verification;
  /** Every rule by its code: `Kernel.rules()`. */
  rules: ReadonlyMap<string, { rule: Rule }>;
  /** Where the project is, seen from who reads the report: put before each path of a file. With `/`, none at the end. */
  folder?: string;
}

/** A format: pure, with all text of the project neutralised, and a line break at the end unless it is empty. */
export type ReportFormat = (run: ReportedRun) => string;

/** A file of the project as the reader of the report can find it. */
export function pathFromReader(file: string, { folder }: ReportedRun): string {
  return folder ? `${folder}/${file}` : file;
}

/** A JSON document for people and programs, its texts neutralised as in every other output. */
export function jsonText(value: unknown): string {
  const neutral = (_key: string, inner: unknown) =>
    typeof inner === 'string' ? printable(inner, { lines: true }) : inner;
  return `${JSON.stringify(value, neutral, 2)}\n`;
}
