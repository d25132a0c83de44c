import type { Finding } from '../finding.ts';
import { notCheckedText } from '../not-checked.ts';
import { printable } from '../printable.ts';
import { type CheckReport, changesText, ignoredTexts, isUnexplained, skipReason, unusedIgnoreText } from '../result.ts';
import { pathFromReader, type ReportedRun, type ReportFormat } from './report.ts';
import { shownEvidence } from './shown-evidence.ts';
import { shownMessage } from './shown-message.ts';

/**
 * Annotations of GitHub Actions, one per line
 * (https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message).
 */
export const githubReport: ReportFormat = (run) => {
  const { status, summary, checks, ruleChanges = [], ignored = [], unusedIgnores = [] } = run.verification;
  const lines = checks.flatMap((check) => [
    ...check.findings.map((finding) => annotationOf(finding, run)),
    ...(isUnexplained(check) ? [command('error', { title: check.name }, check.message ?? 'failed')] : []),
    ...incompleteOf(check),
  ]);
  for (const text of ignoredTexts(ignored)) lines.push(command('notice', { title: 'service' }, text));
  for (const entry of unusedIgnores) lines.push(command('warning', { title: 'service' }, unusedIgnoreText(entry)));
  if (ruleChanges.length > 0)
    lines.push(command('notice', { title: 'service' }, `Rules changed by configuration: ${changesText(ruleChanges)}`));
  if (status === 'timeout' || status === 'rejected') lines.push(command('error', { title: 'service' }, summary));
  return lines.map((line) => `${line}\n`).join('');
};

/** Returns annotations for a skipped or incomplete check. */
function incompleteOf(check: CheckReport): string[] {
  const reason = skipReason(check);
  const parts = notCheckedText(check.notChecked ?? []);
  return [
    ...(reason === undefined ? [] : [command('notice', { title: check.name }, `not run: ${reason}`)]),
    ...(parts === '' ? [] : [command('warning', { title: check.name }, parts)]),
  ];
}

function annotationOf(finding: Finding, run: ReportedRun): string {
  const { severity, code, fix, docs, file, line, column } = finding;
  const location = {
    ...(file !== undefined && { file: pathFromReader(file, run) }),
    ...(line !== undefined && { line: String(line) }),
    ...(column !== undefined && { col: String(column) }),
  };
  const evidence = shownEvidence(finding);
  // GitHub shows the line itself.
  const shown = evidence && !evidence.isLine ? evidence.lines : [];
  const text = [shownMessage(finding), ...shown, fix, docs].filter((part) => part !== undefined);
  return command(severity, { ...location, title: code }, text.join('\n'));
}

function command(name: 'error' | 'warning' | 'notice', properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeData(printable(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${name} ${list.join(',')}::${escapeData(printable(message, { lines: true }))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
