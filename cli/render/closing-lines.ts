import { counted } from '../../kernel/counted.ts';
import { severities } from '../../kernel/enums.ts';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { groupByRule } from '../../kernel/report/group-findings.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { findingsOf } from '../../kernel/result.ts';
import type { Terminal } from '../terminal.ts';
import { findingLines } from './finding-lines.ts';
import { wrap } from './wrap.ts';

/** Findings that fit a screen; more of them get an overview after them. */
const maxWithoutOverview = 10;
const maxFirst = 5;
const maxRules = 20;

/** Formats an overview of many findings: which errors to fix first, and a table by rule. Empty if there are few. */
export function closingLines(checks: readonly CheckReport[], terminal: Terminal): string[] {
  const findings = findingsOf(checks);
  if (findings.length <= maxWithoutOverview) return [];
  return [...firstLines(checks, findings.length, terminal), ...tableLines(findings, terminal)];
}

/** Says at a terminal how to fix what can be fixed. Empty if there is nothing. */
export function fixableLines(checks: readonly CheckReport[], { width }: Terminal): string[] {
  const { length } = findingsOf(checks).filter(({ edit }) => edit !== undefined);
  if (width === undefined || length === 0) return [];
  const what = `${counted(length, 'finding')} can be fixed: run \`service verify --local --fix\``;
  return [...wrap(what, { indent: '', width }), ''];
}

/** Errors of essential checks and rules, on a line each. */
function firstLines(checks: readonly CheckReport[], total: number, terminal: Terminal): string[] {
  const first = checks.flatMap((check) =>
    check.findings.filter(({ severity, essential }) => severity === 'error' && (check.essential || essential)),
  );
  if (first.length === 0 || first.length === total) return [];
  const { bold } = terminal.colors;
  const more = first.length - maxFirst;
  return [
    bold('Fix these first; they break the build or prevent n8n from loading the package:'),
    ...first.slice(0, maxFirst).flatMap((finding) => findingLines(finding, terminal)),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ];
}

/** A line for each rule with several findings: errors first, and the most frequent first. */
function tableLines(findings: readonly Finding[], { colors }: Terminal): string[] {
  const groups = groupByRule(findings);
  const repeated = severities.flatMap((severity) =>
    groups
      .filter((group) => group.severity === severity && group.findings.length > 1)
      .sort((a, b) => b.findings.length - a.findings.length),
  );
  if (repeated.length === 0) return [];
  const columns = String(findings.length).length;
  const single = groups.length - repeated.length;
  return [
    colors.bold('Findings by rule:'),
    ...repeated.slice(0, maxRules).map(({ severity, code, findings: all }) => {
      const paint = severity === 'error' ? colors.red : colors.yellow;
      return `  ${String(all.length).padStart(columns)}  ${paint(severity.padEnd('warning'.length))}  ${printable(code)}`;
    }),
    ...moreLine(repeated.length - maxRules, 'with several findings'),
    ...moreLine(single, 'with one finding'),
    '',
  ];
}

function moreLine(rules: number, what: string): string[] {
  return rules > 0 ? [`  and ${counted(rules, 'rule')} ${what}`] : [];
}
