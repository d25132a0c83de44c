import { join } from 'node:path';
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { shownMessage } from '../../kernel/report/shown-message.ts';
import { findingsOf, isUnexplained } from '../../kernel/result.ts';
import type { VerifyProjectResult } from '../api-types.ts';
import { readProjectFile } from '../read-project-file.ts';

/** Bytes of a file that has ranges; findings of a larger one are shown at its start. */
const maxBytes = 2 * 1024 * 1024;

/** A finding as an editor shows it. */
interface ShownFinding {
  finding: Finding;
  diagnostic: Diagnostic;
}

/** A file with findings, as it is on disk. */
export interface VerifiedFile {
  /** Absolute. */
  path: string;
  text: TextDocument;
  shown: ShownFinding[];
}

/**
 * Returns the files that a result has findings of. What belongs to no file is shown in package.json.
 * @param folder of the project, absolute
 */
export function verifiedFiles(folder: string, { checks, status, summary }: VerifyProjectResult): VerifiedFile[] {
  const findings = [
    ...findingsOf(checks),
    ...checks.filter(isUnexplained).map(({ name, message = 'failed' }) => problem(name, message)),
  ];
  if (status === 'timeout' || status === 'rejected') findings.push(problem(status, summary));
  const byFile = Map.groupBy(findings, ({ file = 'package.json' }) => file);
  return [...byFile].map(([path, inFile]) => verifiedFile(folder, path, inFile));
}

/** A file that shows why a project could not be verified. */
export function unverifiedFile(folder: string, code: string, message: string): VerifiedFile {
  return verifiedFile(folder, 'package.json', [problem(code, message)]);
}

function verifiedFile(folder: string, path: string, findings: readonly Finding[]): VerifiedFile {
  const text = TextDocument.create('', '', 0, textOf(folder, path));
  return {
    path: join(folder, path),
    text,
    shown: findings.map((finding) => ({ finding, diagnostic: diagnosticOf(finding, text) })),
  };
}

function textOf(folder: string, path: string): string {
  try {
    const file = readProjectFile(folder, path, maxBytes);
    return 'text' in file ? file.text : '';
  } catch {
    // For example a folder, or removed since.
    return '';
  }
}

function problem(code: string, message: string): Finding {
  return { code, severity: 'error', message };
}

function diagnosticOf(finding: Finding, text: TextDocument): Diagnostic {
  const { code, severity, fix, docs } = finding;
  const lines = [shownMessage(finding), ...(fix === undefined ? [] : [`Fix: ${fix}`])];
  return {
    range: rangeOf(finding, text),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: 'service',
    code,
    message: printable(lines.join('\n'), { lines: true }),
    ...(docs?.startsWith('https:') && { codeDescription: { href: docs } }),
  };
}

/** From the column to the end of the word or text that starts there; without a column the line. */
function rangeOf({ line, column }: Finding, text: TextDocument): Range {
  if (line === undefined || line > text.lineCount)
    return { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const whole = { start: { line: line - 1, character: 0 }, end: { line, character: 0 } };
  const content = text.getText(whole).replace(/(?<![\r\n])[\r\n]+$/, '');
  const from = column === undefined ? content.search(/\S|$/) : Math.min(column - 1, content.length);
  const pattern = column === undefined ? /^.*/ : /^(?:[\w$]+|(["'`]).*?\1|.)/;
  const [word = ''] = pattern.exec(content.slice(from)) ?? [];
  return { start: { line: line - 1, character: from }, end: { line: line - 1, character: from + word.length } };
}
