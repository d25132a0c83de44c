import width from 'fast-string-width';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { groupFindings, locationsByFile } from '../../kernel/report/group-findings.ts';
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
  return [`${mark} ${bold(headline.trimStart())}`, ...rest, ...findingsLines(report.findings, terminal), ''];
}

/** Whether the check ended before its time, so that its message says more than the count of what it had found. */
function wasCutShort({ passed, message, findings }: CheckReport): boolean {
  return !passed && message !== undefined && !message.startsWith(countFindings(findings));
}

/** Of findings that say the same, how many stand apart when their evidence differs; and different ones of one code. */
const mostApart = 3;
const mostOfCode = 20;

/**
 * The lines of findings that differ, then of each code, when it says too many different things, the places of the rest.
 */
function findingsLines(all: readonly Finding[], terminal: Terminal): string[] {
  const groups = groupFindings(all).flatMap((group) => (group.length > mostApart ? [group] : byEvidence(group)));
  const shown = new Map<string, number>();
  const rest = new Map<string, Finding[]>();
  const lines = groups.flatMap((group) => {
    const code = group[0]?.code ?? '';
    const count = (shown.get(code) ?? 0) + 1;
    shown.set(code, count);
    if (count <= mostOfCode) return findingLines(group, terminal);
    rest.set(code, [...(rest.get(code) ?? []), ...group]);
    return [];
  });
  return [...lines, ...[...rest.values()].flatMap((findings) => restLines(findings, terminal))];
}

function byEvidence(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(findings, (finding) => JSON.stringify([finding.evidence, shownEvidence(finding)?.offset]));
  return [...groups.values()];
}

/** Findings that say the same: a few with a line for each place, many as one with its other places below. */
function findingLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const [first] = findings;
  if (!first) return [];
  const { cyan, dim } = terminal.colors;
  const inner = { indent: '    ', width: terminal.width };
  const paragraph = (text: string) => wrap(printable(text, { lines: true }), inner);
  const headed = findings.length > mostApart ? 1 : findings.length;
  return [
    ...findings.slice(0, headed).flatMap((finding) => headLines(finding, terminal)),
    ...paragraph(first.message),
    ...evidenceLines(first, terminal),
    ...(first.fix === undefined ? [] : paragraph(`Fix: ${first.fix}`).map((line) => cyan(line))),
    ...(first.docs === undefined ? [] : [dim(`    ${printable(first.docs)}`)]),
    ...placesLines(findings.slice(headed), 'more with the same message', terminal),
  ];
}

function restLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const [first] = findings;
  if (!first) return [];
  const head = headLines({ code: first.code, severity: first.severity, message: '' }, terminal);
  return [...head, ...placesLines(findings, 'more with this code', terminal)];
}

/** `and 297 more of the same:`, and a line for each file. */
function placesLines(findings: readonly Finding[], what: string, terminal: Terminal): string[] {
  if (findings.length === 0) return [];
  const files = locationsByFile(findings);
  return [
    `    and ${findings.length} ${what}${files.length > 0 ? ':' : ''}`,
    ...files.flatMap((places) => wrap(printable(places), { indent: '      ', width: terminal.width })),
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
