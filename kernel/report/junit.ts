import type { Finding } from '../finding.ts';
import { gitText } from '../git-state.ts';
import { notCheckedText } from '../not-checked.ts';
import { printable } from '../printable.ts';
import { type CheckReport, hasVerdict, outcomeOf, type Verification } from '../result.ts';
import { pathFromReader, type ReportedRun, type ReportFormat } from './report.ts';
import { shownEvidence } from './shown-evidence.ts';
import { shownMessage } from './shown-message.ts';

/** JUnit's XML, as CI servers read it (https://github.com/testmoapp/junitxml): one test case per check. */
export const junitReport: ReportFormat = (run) => {
  const { verification } = run;
  const cases = verification.checks.map((check) => testCase(check, run));
  const broken = brokenRun(verification);
  if (broken) cases.push(broken);
  const seconds = secondsOf(verification.checks.reduce((sum, { duration }) => sum + duration, 0));
  const counts = attributes({
    name: verification.packageName,
    tests: cases.length,
    failures: verification.checks.filter(({ passed }) => !passed).length,
    errors: broken ? 1 : 0,
    skipped: verification.checks.filter((check) => outcomeOf(check) === 'skipped').length,
    time: seconds,
  });
  const suite = [`  <testsuite${counts}>`, ...properties(run), ...cases, '  </testsuite>'];
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suite, '</testsuites>'].join('\n')}\n`;
};

function properties({ verification, git = {} }: ReportedRun): string[] {
  const { ruleset, ruleChanges = [], ignored = [] } = verification;
  const commit = gitText(git);
  const values = [
    ...(commit === undefined ? [] : [{ name: 'commit', value: commit }]),
    ...(ruleset === undefined ? [] : [{ name: 'ruleset', value: ruleset }]),
    ...ignored.map(({ code, file, reason }) => ({
      name: `ignored: ${code}${file === undefined ? '' : ` ${file}`}`,
      value: reason,
    })),
    ...ruleChanges.map(({ code, severity }) => ({ name: `rule changed by configuration: ${code}`, value: severity })),
  ];
  if (values.length === 0) return [];
  return ['    <properties>', ...values.map((value) => `      <property${attributes(value)}/>`), '    </properties>'];
}

function testCase(check: CheckReport, run: ReportedRun): string {
  const { projectType } = run.verification;
  const opening = `    <testcase${attributes({ classname: projectType, name: check.name, time: secondsOf(check.duration) })}>`;
  return [opening, ...contentOf(check, run), '    </testcase>'].join('\n');
}

function contentOf(check: CheckReport, run: ReportedRun): string[] {
  const parts = notCheckedText(check.notChecked ?? []);
  const details = [
    ...check.findings.map((finding) => findingText(finding, run)),
    ...(parts === '' ? [] : [parts]),
  ].join('\n');
  const message = attributes({ message: check.message ?? '' });
  const outcome = outcomeOf(check);
  if (outcome === 'failed') return [`      <failure${message}>${escaped(details)}</failure>`];
  if (outcome === 'skipped') return [`      <skipped${message}/>`];
  return details === '' ? [] : [`      <system-out>${escaped(details)}</system-out>`];
}

/** Returns an extra test case for a run that timed out or was rejected, so that it does not pass without checks. */
function brokenRun(verification: Verification): string | undefined {
  if (hasVerdict(verification)) return undefined;
  const { summary, projectType } = verification;
  const opening = `    <testcase${attributes({ classname: projectType, name: 'run' })}>`;
  return [opening, `      <error${attributes({ message: summary })}/>`, '    </testcase>'].join('\n');
}

function findingText(finding: Finding, run: ReportedRun): string {
  const { code, severity, file, line, column, fix, docs } = finding;
  const location =
    file === undefined
      ? []
      : [[pathFromReader(file, run), line, column].filter((part) => part !== undefined).join(':')];
  return [
    [...location, severity, code, shownMessage(finding)].join('  '),
    ...(shownEvidence(finding)?.lines ?? []).map((text) => `  | ${text}`),
    ...(fix === undefined ? [] : [`  Fix: ${fix}`]),
    ...(docs === undefined ? [] : [`  ${docs}`]),
  ].join('\n');
}

function secondsOf(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

/** The result of printable() contains no characters that are invalid in XML 1.0. */
function escaped(text: string): string {
  return printable(text, { lines: true })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
