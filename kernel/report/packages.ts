import { type FinalResult, findingsOf, isCancelled, type Verification } from '../result.ts';
import { jsonText, markdownText } from './report.ts';

/** A package of a list, with the result of its run. */
export interface ListedPackage {
  packageRef: string;
  runId?: string;
  /** URL of the page of its run. */
  link?: string;
  /** Why it has no run. */
  code?: string;
  verification?: Verification;
}

/** The packages of a list, in its order. */
export interface PackagesReport {
  /** Name of the batch. */
  batch: string;
  passed: number;
  failed: number;
  withoutVerdict: number;
  packages: readonly ListedPackage[];
}

/** Renders a report over all packages, with project text escaped. */
export type PackagesFormat = (report: PackagesReport) => string;

/** A package as people read it. */
interface PackageRow {
  packageRef: string;
  link: string | undefined;
  status: FinalResult['status'] | undefined;
  label: string;
  version: string;
  errors: number;
  warnings: number;
  summary: string;
}

/** A rule that packages violate. */
interface RuleTotal {
  code: string;
  severity: string;
  findings: number;
  packages: number;
}

export function packageRows({ packages }: PackagesReport): PackageRow[] {
  return packages.map(({ packageRef, link, code = '', verification }) => {
    const findings = findingsOf(verification?.checks ?? []);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const { status, packageVersion: version = '', summary = code } = verification ?? {};
    const label = verification && isCancelled(verification) ? 'cancelled' : (status ?? 'no run');
    return { packageRef, link, status, label, version, errors, warnings: findings.length - errors, summary };
  });
}

/** The rules, those that most packages violate first. */
export function ruleTotals({ packages }: PackagesReport): RuleTotal[] {
  const totals = new Map<string, RuleTotal>();
  for (const { verification } of packages) {
    for (const [key, found] of Map.groupBy(
      findingsOf(verification?.checks ?? []),
      ({ code, severity }) => `${severity} ${code}`,
    )) {
      const [{ code, severity } = { code: '', severity: '' }] = found;
      const total = totals.get(key) ?? { code, severity, findings: 0, packages: 0 };
      totals.set(key, { ...total, findings: total.findings + found.length, packages: total.packages + 1 });
    }
  }
  return [...totals.values()].sort((a, b) => b.packages - a.packages || b.findings - a.findings);
}

/** Every result with its findings, as the `json` report of a run has them. */
export const packagesJson: PackagesFormat = ({ packages, ...totals }) =>
  jsonText({ ...totals, packages: packages.map(({ verification, ...entry }) => ({ ...entry, ...verification })) });

/** The packages, then the rules that they violate. */
export const packagesMarkdown: PackagesFormat = (report) => {
  const { passed, failed, withoutVerdict } = report;
  const rules = ruleTotals(report).map(
    ({ severity, code, packages, findings }) =>
      `| ${severity} | <code>${markdownText(code)}</code> | ${packages} | ${findings} |`,
  );
  const lines = [
    `### ${passed} passed, ${failed} failed, ${withoutVerdict} without a verdict`,
    '',
    '| result | package | version | errors | warnings | summary |',
    '|---|---|---|---|---|---|',
    ...packageRows(report).map(({ label, packageRef, link, version, errors, warnings, summary }) => {
      const name = markdownText(packageRef);
      const linked =
        link === undefined ? name : `<a href="${markdownText(link).replaceAll('"', '&quot;')}">${name}</a>`;
      return `| ${label} | ${linked} | ${markdownText(version)} | ${errors} | ${warnings} | ${markdownText(summary)} |`;
    }),
    ...(rules.length === 0 ? [] : ['', '| | rule | packages | findings |', '|---|---|---|---|', ...rules]),
  ];
  return `${lines.join('\n')}\n`;
};
