import { counted } from '../counted.ts';
import type { Finding } from '../finding.ts';
import { gitText } from '../git-state.ts';
import {
  type CheckReport,
  type Compatibility,
  ignoredTexts,
  isCancelled,
  isUnexplained,
  type Verification,
} from '../result.ts';
import { publishedText } from './compare-published.ts';
import { changeText, compatibilityOf } from './compatibility.ts';
import { operationCounts } from './count-operations.ts';
import { groupByRule, type RuleGroup } from './group-findings.ts';
import {
  markdownLines as lines,
  pathFromReader,
  type ReportedRun,
  type ReportFormat,
  markdownText as text,
} from './report.ts';
import { shownMessage } from './shown-message.ts';

/** Locations in a row of the table of findings. */
const maxLocations = 5;
/** Rows of a rule: one for each message. */
const maxMessages = 10;
/** Characters of a message or fix. */
const maxText = 2_000;
/** Characters of the table of findings; a comment on GitHub has at most 65,536. */
const maxTable = 48_000;
/** Rows of other tables, and items of lists. */
const maxRows = 60;

/** Markdown for comments on pull requests and job summaries: the result, then the findings by check, rule and message. */
export const markdownReport: ReportFormat = (run) => {
  const { status, summary, packageName, checks, ignored = [] } = run.verification;
  const reports = status === 'rejected' ? [] : checks;
  const counts = operationCounts(reports.flatMap((check) => check.operations ?? []));
  const commit = gitText(run.git ?? {});
  return [
    `### ${isCancelled(run.verification) ? cancelled : verdicts[status]}: ${text(packageName)}`,
    '',
    lines(summary),
    '',
    ...(commit === undefined ? [] : [`Commit: ${text(commit)}`, '']),
    ...findingLines(reports, run),
    ...reports
      .filter(isUnexplained)
      .flatMap(({ name, message = 'failed' }) => [`❌ ${text(name)}: ${lines(message)}`, '']),
    ...(counts === '' ? [] : [text(counts), '']),
    ...compatibilityOf(reports).flatMap(releaseLines),
    ...publishedLines(run.verification),
    ...ignoredTexts(ignored).flatMap((line) => [text(line), '']),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
};

const verdicts: Readonly<Record<Verification['status'], string>> = {
  success: '✅ Verification passed',
  failed: '❌ Verification failed',
  timeout: '❌ Verification timed out',
  rejected: '❌ Verification rejected',
};

const cancelled = '❌ Verification cancelled';

/** The table of findings, and how many are not in it. */
function findingLines(reports: readonly CheckReport[], run: ReportedRun): string[] {
  const rows = reports.flatMap((check) => groupByRule(check.findings).flatMap((group) => rowsOf(group, check, run)));
  if (rows.length === 0) return [];
  const shown: Row[] = [];
  let size = 0;
  for (const row of rows) {
    size += row.text.length;
    if (size > maxTable && shown.length > 0) break;
    shown.push(row);
  }
  const left = rows.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return [
    '| | rule | check | where | what |',
    '|---|---|---|---|---|',
    ...shown.map((row) => row.text),
    '',
    ...(left > 0 ? [`${counted(left, 'more finding')}; see the other reports.`, ''] : []),
  ];
}

interface Row {
  text: string;
  /** Findings that it is about. */
  count: number;
}

/** A row for each message of a rule with its locations, and one for the findings with further messages. */
function rowsOf({ code, severity, findings }: RuleGroup, { name }: CheckReport, run: ReportedRun): Row[] {
  const rule = linked(codeOf(shortened(code)), findings[0].docs);
  const row = (same: readonly Finding[], what: string) => {
    const mark = `${severity === 'error' ? '❌' : '⚠️'} ${same.length}`;
    const cells = [mark, rule, text(shortened(name)), whereOf(same, run), lines(what)];
    return { text: `| ${cells.join(' | ')} |`, count: same.length };
  };
  const byMessage = [...Map.groupBy(findings, whatOf)];
  const others = byMessage.slice(maxMessages).flatMap(([, same]) => same);
  return [
    ...byMessage.slice(0, maxMessages).map(([what, same]) => row(same, what)),
    ...(others.length > 0 ? [row(others, 'Other messages; see the other reports')] : []),
  ];
}

/** The message and how to fix it. */
function whatOf(finding: Finding): string {
  const { fix } = finding;
  return [shownMessage(finding), ...(fix === undefined ? [] : [`Fix: ${fix}`])].map(shortened).join('\n');
}

function shortened(value: string): string {
  return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
}

function whereOf(findings: readonly Finding[], run: ReportedRun): string {
  const locations = findings.slice(0, maxLocations).flatMap(({ file, line }) => {
    if (file === undefined) return [];
    return codeOf(`${pathFromReader(file, run)}${line === undefined ? '' : `:${line}`}`);
  });
  const more = findings.length - maxLocations;
  return [...new Set(locations), ...(more > 0 ? [`+${more}`] : [])].join('<br>');
}

/** The table of releases, and what is different between two. */
function releaseLines({ host, releases, rows, changes }: Compatibility): string[] {
  const row = (cells: readonly string[]) => `| ${cells.map(text).join(' | ')} |`;
  return [
    row([host, ...releases]),
    `|${'---|'.repeat(releases.length + 1)}`,
    ...rows.slice(0, maxRows).map(({ name, results }) => row([name, ...results])),
    '',
    ...changes.slice(0, maxRows).flatMap((change) => [`- ${text(changeText(change, host))}`]),
    ...(changes.length > 0 ? [''] : []),
  ];
}

/** What is different from the published version. */
function publishedLines(verification: Verification): string[] {
  const line = publishedText(verification);
  if (line === undefined) return [];
  const { findings, files } = verification.published ?? {};
  const items = [
    ...(findings?.came ?? []).map((finding) => ['new', finding.code, shownMessage(finding)]),
    ...(findings?.went ?? []).map((finding) => ['gone', finding.code, shownMessage(finding)]),
    ...(files?.added ?? []).map(({ path }) => ['added', path]),
    ...(files?.removed ?? []).map(({ path }) => ['removed', path]),
    ...(files?.changed ?? []).map(({ path }) => ['changed', path]),
  ];
  const more = items.length - maxRows;
  return [
    text(line),
    '',
    ...items
      .slice(0, maxRows)
      .map(([what = '', name = '', ...rest]) => `- ${what}: ${[codeOf(name), ...rest.map(lines)].join(' ')}`),
    ...(more > 0 ? [`- ${more} more differences; see the other reports.`] : []),
    ...(items.length > 0 ? [''] : []),
  ];
}

function codeOf(value: string): string {
  return `<code>${text(value)}</code>`;
}

/** Markup with a link to a page of the web. */
function linked(markup: string, docs: string | undefined): string {
  if (docs === undefined || !URL.canParse(docs)) return markup;
  const { protocol, href } = new URL(docs);
  return protocol === 'https:' ? `<a href="${text(href).replaceAll('"', '&quot;')}">${markup}</a>` : markup;
}
