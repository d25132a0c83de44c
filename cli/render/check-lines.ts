import width from 'fast-string-width';
import { counted } from '../../kernel/counted.ts';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { groupByRule, locationsByFile, locationsText, type RuleGroup } from '../../kernel/report/group-findings.ts';
import { shownEvidence } from '../../kernel/report/shown-evidence.ts';
import { shownMessage } from '../../kernel/report/shown-message.ts';
import { type CheckReport, countFindings, isUnfinished } from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { evidenceLines } from './evidence-lines.ts';
import { wrap } from './wrap.ts';

/**
 * Formats a check with its findings by rule, errors first; empty if it passed without findings.
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
  return [`${mark} ${bold(headline.trimStart())}`, ...rest, ...findingLines(report.findings, terminal), ''];
}

/** Formats checks: those that the end of the run stopped in one line, after the others. */
export function linesOfChecks(reports: readonly CheckReport[], terminal: Terminal): string[] {
  const [stopped, ended] = [reports.filter(isUnfinished), reports.filter((report) => !isUnfinished(report))];
  const groups = [...Map.groupBy(stopped, ({ message }) => message).values()];
  const joined = groups.flatMap(([first, ...others]) =>
    first ? [{ ...first, name: [first, ...others].map(({ name }) => name).join(', ') }] : [],
  );
  return [...ended, ...joined].flatMap((report) => checkLines(report, terminal));
}

/** Formats findings by rule, errors first. */
export function findingLines(findings: readonly Finding[], terminal: Terminal): string[] {
  return groupByRule(findings).flatMap((group) => ruleLines(group, terminal));
}

/** Whether the check was stopped early, so that its message says more than the count of findings. */
function wasCutShort({ passed, message, findings }: CheckReport): boolean {
  return !passed && message !== undefined && !message.startsWith(countFindings(findings));
}

/** Findings of a rule that are shown with message and evidence. */
const maxShown = 5;
/** Files, and positions in each, that are listed for the others. */
const maxFiles = 5;
const maxPositions = 10;

/** Formats the findings of a rule: the first few with message and evidence, how to fix them, and where the others are. */
function ruleLines({ findings }: RuleGroup, terminal: Terminal): string[] {
  const [first] = findings;
  const { cyan, dim } = terminal.colors;
  const shown = findings.slice(0, maxShown);
  const sameFix = shown.every(({ fix }) => fix === first.fix);
  const fixLines = ({ fix }: Finding) =>
    fix === undefined ? [] : paragraph(`Fix: ${fix}`, terminal).map((line) => cyan(line));
  return [
    ...findingBlocks(shown).flatMap((block) => [
      ...block.findings.flatMap((finding) => headLines(finding, terminal)),
      ...(block.message === undefined ? [] : paragraph(block.message, terminal)),
      ...evidenceLines(block.findings[0], terminal),
      ...(sameFix ? [] : fixLines(block.findings[0])),
    ]),
    ...otherLines(findings.slice(maxShown), terminal),
    ...(sameFix ? fixLines(first) : []),
    ...(first.docs === undefined ? [] : [dim(`    ${printable(first.docs)}`)]),
  ];
}

interface FindingBlock {
  findings: [Finding, ...Finding[]];
  /** Undefined if it is that of the block before. */
  message: string | undefined;
}

/** Joins consecutive findings that differ in their location only. */
function findingBlocks(findings: readonly Finding[]): FindingBlock[] {
  const blocks: FindingBlock[] = [];
  const textOf = (finding: Finding) =>
    JSON.stringify([shownMessage(finding), finding.fix, finding.evidence, shownEvidence(finding)?.offset]);
  for (const finding of findings) {
    const last = blocks.at(-1);
    if (last && textOf(last.findings[0]) === textOf(finding)) last.findings.push(finding);
    else {
      const message = shownMessage(finding);
      const repeated = last !== undefined && shownMessage(last.findings[0]) === message;
      blocks.push({ findings: [finding], message: repeated ? undefined : message });
    }
  }
  return blocks;
}

/** `+227 more with this code:`, and a line for each of the first files. */
function otherLines(findings: readonly Finding[], terminal: Terminal): string[] {
  if (findings.length === 0) return [];
  const files = locationsByFile(findings);
  const more = files.length - maxFiles;
  return [
    `    +${findings.length} more with this code${files.length > 0 ? ':' : ''}`,
    ...files
      .slice(0, maxFiles)
      .flatMap((locations) =>
        wrap(printable(locationsText(locations, maxPositions)), { indent: '      ', width: terminal.width }),
      ),
    ...(more > 0 ? [`      and ${counted(more, 'more file')}`] : []),
  ];
}

function paragraph(text: string, { width: columns }: Terminal): string[] {
  return wrap(printable(text, { lines: true }), { indent: '    ', width: columns });
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
