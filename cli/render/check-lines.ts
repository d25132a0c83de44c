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
 * Formats a check with its findings; empty if it passed without findings. Findings with the same message are shown once with
 * all locations.
 */
export function checkLines(report: CheckReport, terminal: Terminal): string[] {
  if (report.passed && report.findings.length === 0) return [];
  const { red, yellow, bold } = terminal.colors;
  const mark = report.passed ? yellow('!') : red('✗');
  const counts = countFindings(report.findings);
  const [headline = '', ...rest] =
    counts === '' || wasCutShort(report)
      ? wrap(`${printable(report.name)}: ${printable(report.message ?? 'failed', { lines: true })}`, {
          indent: '  ',
          width: terminal.width,
        })
      : [`  ${printable(report.name)}: ${counts}`];
  return [`${mark} ${bold(headline.trimStart())}`, ...rest, ...findingsLines(report.findings, terminal), ''];
}

/** Whether the check was stopped early, so that its message says more than the count of findings. */
function wasCutShort({ passed, message, findings }: CheckReport): boolean {
  return !passed && message !== undefined && !message.startsWith(countFindings(findings));
}

/** Findings with the same message that are shown separately if their evidence differs, and groups shown per code. */
const maxSeparate = 3;
const maxPerCode = 20;

/**
 * Formats groups of findings, then the locations of further findings by code.
 */
function findingsLines(all: readonly Finding[], terminal: Terminal): string[] {
  const groups = groupFindings(all).flatMap((group) => (group.length > maxSeparate ? [group] : byEvidence(group)));
  const shown = new Map<string, number>();
  const rest = new Map<string, Finding[]>();
  const lines = groups.flatMap((group) => {
    const code = group[0]?.code ?? '';
    const count = (shown.get(code) ?? 0) + 1;
    shown.set(code, count);
    if (count <= maxPerCode) return findingLines(group, terminal);
    rest.set(code, [...(rest.get(code) ?? []), ...group]);
    return [];
  });
  return [...lines, ...[...rest.values()].flatMap((findings) => restLines(findings, terminal))];
}

function byEvidence(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(findings, (finding) => JSON.stringify([finding.evidence, shownEvidence(finding)?.offset]));
  return [...groups.values()];
}

/** Formats findings with the same message: a few with a line per location, many with the other locations below. */
function findingLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const [first] = findings;
  if (!first) return [];
  const { cyan, dim } = terminal.colors;
  const inner = { indent: '    ', width: terminal.width };
  const paragraph = (text: string) => wrap(printable(text, { lines: true }), inner);
  const headed = findings.length > maxSeparate ? 1 : findings.length;
  return [
    ...findings.slice(0, headed).flatMap((finding) => headLines(finding, terminal)),
    ...paragraph(first.message),
    ...evidenceLines(first, terminal),
    ...(first.fix === undefined ? [] : paragraph(`Fix: ${first.fix}`).map((line) => cyan(line))),
    ...(first.docs === undefined ? [] : [dim(`    ${printable(first.docs)}`)]),
    ...locationLines(findings.slice(headed), 'more with the same message', terminal),
  ];
}

function restLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const [first] = findings;
  if (!first) return [];
  const head = headLines({ code: first.code, severity: first.severity, message: '' }, terminal);
  return [...head, ...locationLines(findings, 'more with this code', terminal)];
}

/** `and 297 more of the same:`, and a line for each file. */
function locationLines(findings: readonly Finding[], what: string, terminal: Terminal): string[] {
  if (findings.length === 0) return [];
  const files = locationsByFile(findings);
  return [
    `    and ${findings.length} ${what}${files.length > 0 ? ':' : ''}`,
    ...files.flatMap((locations) => wrap(printable(locations), { indent: '      ', width: terminal.width })),
  ];
}

/** Formats location, severity and code, on two lines if they do not fit on one. */
function headLines(finding: Finding, { colors, width: columns = Number.POSITIVE_INFINITY }: Terminal): string[] {
  const location = locationOf(finding);
  const code = printable(finding.code);
  const paint = finding.severity === 'error' ? colors.red : colors.yellow;
  const rest = `${paint(finding.severity)}  ${colors.dim(code)}`;
  if (location === '') return [`  ${rest}`];
  const fits = width(`  ${location}  ${finding.severity}  ${code}`) <= columns;
  return fits ? [`  ${location}  ${rest}`] : [`  ${location}`, `  ${rest}`];
}

/** Returns `file:line:column`, as far as known. */
export function locationOf({ file, line, column }: Finding): string {
  if (file === undefined) return '';
  return [printable(file), ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])].join(':');
}
