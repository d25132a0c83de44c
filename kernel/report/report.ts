import type { Rule } from '../finding.ts';
import type { GitState } from '../git-state.ts';
import { printable } from '../printable.ts';
import type { Verification } from '../result.ts';

/** The input of all report formats. */
export interface ReportedRun {
  runId: string;
  creditsUsed: number;
  /** Git ref, branch or commit that the run is tagged with. */
  ref?: string;
  /** Of the project. */
  git?: GitState;
  verification: Verification;
  /** Every rule by its code: `Kernel.rules()`. */
  rules: ReadonlyMap<string, { rule: Rule }>;
  /** Project folder relative to the reader of the report, a prefix of all paths. With `/`, without a final one. */
  folder?: string;
}

/** Renders a report, with project text escaped, and with a final line break unless it is empty. */
export type ReportFormat = (run: ReportedRun) => string;

/** Returns the path of a project file relative to the reader of the report. */
export function pathFromReader(file: string, { folder }: ReportedRun): string {
  return folder ? `${folder}/${file}` : file;
}

/** Returns a JSON document with all texts escaped like other output. */
export function jsonText(value: unknown): string {
  const neutral = (_key: string, inner: unknown) =>
    typeof inner === 'string' ? printable(inner, { lines: true }) : inner;
  return `${JSON.stringify(value, neutral, 2)}\n`;
}

/** Text that is no markup of Markdown, with its line breaks, in one line. */
export function markdownLines(value: string): string {
  const lines = value.split(/\r\n|[\r\n]/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map(markdownText)
    .join('<br>');
}

/** Text that is no markup of Markdown, in one line; line breaks are made visible. */
export function markdownText(value: string): string {
  return printable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]#|~@:]/g, (character) => `&#${character.charCodeAt(0)};`);
}
