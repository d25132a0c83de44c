import width from 'fast-string-width';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { shownEvidence } from '../../kernel/report/shown-evidence.ts';
import { type CheckReport, countFindings } from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { evidenceLines } from './evidence-lines.ts';
import { wrap } from './wrap.ts';

/**
 * A check with its findings, for a person: nothing for one that passed without findings. Findings that say the same of
 * several places are said once, under all of their places.
 */
export function checkLines(report: CheckReport, terminal: Terminal): string[] {
  if (report.passed && report.findings.length === 0) return [];
  const { red, yellow, bold } = terminal.colors;
  const mark = report.passed ? yellow('!') : red('✗');
  const counts = countFindings(report.findings);
  const [headline = '', ...rest] =
    counts === '' || wasCutShort(report)
      ? wrap(`${printable(report.name)}: ${printable(report.message ?? 'failed')}`, {
          indent: '  ',
          width: terminal.width,
        })
      : [`  ${printable(report.name)}: ${counts}`];
  return [
    `${mark} ${bold(headline.trimStart())}`,
    ...rest,
    ...alike(report.findings).flatMap((findings) => findingLines(findings, terminal)),
    '',
  ];
}

/** Whether the check ended before its time, so that its message says more than the count of what it had found. */
function wasCutShort({ passed, message, findings }: CheckReport): boolean {
  return !passed && message !== undefined && !message.startsWith(countFindings(findings));
}

/** Neighbours by code, message and fix, in the order in which the first of each was found. */
function alike(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(findings, (finding) => {
    const { code, severity, message, fix, evidence } = finding;
    return JSON.stringify([code, severity, message, fix, evidence, shownEvidence(finding)?.offset]);
  });
  return [...groups.values()];
}

function findingLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const [first] = findings;
  if (!first) return [];
  const { cyan, dim } = terminal.colors;
  const inner = { indent: '    ', width: terminal.width };
  const paragraph = (text: string) => wrap(printable(text, { lines: true }), inner);
  return [
    ...findings.flatMap((finding) => headLines(finding, terminal)),
    ...paragraph(first.message),
    ...evidenceLines(first, terminal),
    ...(first.fix === undefined ? [] : paragraph(`Fix: ${first.fix}`).map((line) => cyan(line))),
    ...(first.docs === undefined ? [] : [dim(`    ${printable(first.docs)}`)]),
  ];
}

/** Place, severity and code; on two lines where they do not fit on one. */
function headLines(finding: Finding, { colors, width: columns = Number.POSITIVE_INFINITY }: Terminal): string[] {
  const place = placeOf(finding);
  const code = printable(finding.code);
  const paint = finding.severity === 'error' ? colors.red : colors.yellow;
  const rest = `${paint(finding.severity)}  ${colors.dim(code)}`;
  if (place === '') return [`  ${rest}`];
  const fits = width(`  ${place}  ${finding.severity}  ${code}`) <= columns;
  return fits ? [`  ${place}  ${rest}`] : [`  ${place}`, `  ${rest}`];
}

/** `file:line:column`, as far as it is known. */
export function placeOf({ file, line, column }: Finding): string {
  if (file === undefined) return '';
  return [printable(file), ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])].join(':');
}
