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
import { pathFromReader, type ReportedRun, type ReportFormat, markdownText as text } from './report.ts';

/** Locations of a rule, and rules; a comment on GitHub has at most 65,536 characters. */
const maxLocations = 5;
const maxRules = 60;

/** Markdown for comments on pull requests and job summaries: the result, then the rules by check. */
export const markdownReport: ReportFormat = (run) => {
  const { status, summary, packageName, checks, ignored = [] } = run.verification;
  const reports = status === 'rejected' ? [] : checks;
  const groups = reports.flatMap((check) => groupByRule(check.findings).map((group) => ({ check, group })));
  const counts = operationCounts(reports.flatMap((check) => check.operations ?? []));
  const more = groups.length - maxRules;
  const commit = gitText(run.git ?? {});
  return [
    `### ${isCancelled(run.verification) ? cancelled : verdicts[status]}: ${text(packageName)}`,
    '',
    text(summary),
    '',
    ...(commit === undefined ? [] : [`Commit: ${text(commit)}`, '']),
    ...(groups.length === 0 ? [] : tableOf(groups.slice(0, maxRules), run)),
    ...(more > 0 ? [`${more} more rules; see the other reports.`, ''] : []),
    ...reports
      .filter(isUnexplained)
      .flatMap(({ name, message = 'failed' }) => [`❌ ${text(name)}: ${text(message)}`, '']),
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

function tableOf(groups: readonly { check: CheckReport; group: RuleGroup }[], run: ReportedRun): string[] {
  return [
    '| | rule | check | where | what |',
    '|---|---|---|---|---|',
    ...groups.map(({ check, group: { code, severity, findings } }) => {
      const locations = findings.slice(0, maxLocations).flatMap(({ file, line }) => {
        if (file === undefined) return [];
        return codeOf(`${pathFromReader(file, run)}${line === undefined ? '' : `:${line}`}`);
      });
      const more = findings.length - maxLocations;
      const where = [...new Set(locations), ...(more > 0 ? [`+${more}`] : [])].join('<br>');
      const { message, fix, docs } = findings[0];
      const what = [text(message), ...(fix === undefined ? [] : [`Fix: ${text(fix)}`])].join('<br>');
      return `| ${severity === 'error' ? '❌' : '⚠️'} ${findings.length} | ${linked(codeOf(code), docs)} | ${text(check.name)} | ${where} | ${what} |`;
    }),
    '',
  ];
}

/** The table of releases, and what is different between two. */
function releaseLines({ host, releases, rows, changes }: Compatibility): string[] {
  const row = (cells: readonly string[]) => `| ${cells.map(text).join(' | ')} |`;
  return [
    row([host, ...releases]),
    `|${'---|'.repeat(releases.length + 1)}`,
    ...rows.slice(0, maxRules).map(({ name, results }) => row([name, ...results])),
    '',
    ...changes.slice(0, maxRules).flatMap((change) => [`- ${text(changeText(change, host))}`]),
    ...(changes.length > 0 ? [''] : []),
  ];
}

/** What is different from the published version. */
function publishedLines(verification: Verification): string[] {
  const line = publishedText(verification);
  if (line === undefined) return [];
  const { findings, files } = verification.published ?? {};
  const items = [
    ...(findings?.came ?? []).map(({ code, message }) => ['new', code, message]),
    ...(findings?.went ?? []).map(({ code, message }) => ['gone', code, message]),
    ...(files?.added ?? []).map(({ path }) => ['added', path]),
    ...(files?.removed ?? []).map(({ path }) => ['removed', path]),
    ...(files?.changed ?? []).map(({ path }) => ['changed', path]),
  ];
  const more = items.length - maxRules;
  return [
    text(line),
    '',
    ...items
      .slice(0, maxRules)
      .map(([what = '', name = '', ...rest]) => `- ${what}: ${[codeOf(name), ...rest.map(text)].join(' ')}`),
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
