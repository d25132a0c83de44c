import type { Finding, Rule } from '../finding.ts';
import type { CheckReport } from '../result.ts';
import { jsonText, pathFromReader, type ReportedRun, type ReportFormat } from './report.ts';

/** SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). */
export const sarifReport: ReportFormat = (run) => {
  const { verification, runId, ref } = run;
  const findings = verification.checks.flatMap((check) => check.findings);
  const codes = [...new Set(findings.map(({ code }) => code))];
  const { status, summary, projectType, packageName, ruleset } = verification;
  return jsonText({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'service', rules: codes.map((code) => ruleOf(code, run.rules.get(code)?.rule)) } },
        automationDetails: { id: `service/${runId}` },
        invocations: [
          {
            executionSuccessful: status === 'success' || status === 'failed',
            toolExecutionNotifications: verification.checks.flatMap(notificationOf),
          },
        ],
        results: findings.map((finding) => resultOf(finding, codes, run)),
        columnKind: 'utf16CodeUnits',
        properties: { status, summary, projectType, packageName, ...(ruleset && { ruleset }), ...(ref && { ref }) },
      },
    ],
  });
};

/** A code whose rule is not known here, because a newer cloud found it, is only named. */
function ruleOf(code: string, rule: Rule | undefined) {
  if (!rule) return { id: code };
  return {
    id: code,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.why },
    help: { text: rule.fix },
    ...(rule.docs !== undefined && { helpUri: rule.docs }),
    defaultConfiguration: { level: rule.severity },
  };
}

function resultOf(finding: Finding, codes: readonly string[], run: ReportedRun) {
  const { code, severity, message, fix, evidence, evidenceColumn } = finding;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: fix === undefined ? message : `${message}\n${fix}` },
    locations: [{ physicalLocation: placeOf(finding, run) }],
    ...(evidence !== undefined && { properties: { evidence, evidenceColumn } }),
  };
}

/** GitHub refuses a result without a place; what is wrong with the project as a whole is put at its manifest. */
function placeOf({ file = 'package.json', line, column }: Finding, run: ReportedRun) {
  const uri = pathFromReader(file, run).toWellFormed().split('/').map(encodeURIComponent).join('/');
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column !== undefined && { startColumn: column }) } };
  return { artifactLocation: { uri }, ...region };
}

/** A check that failed without an error among its findings: it crashed, or ran out of time. */
function notificationOf({ name, passed, message = 'failed', findings }: CheckReport) {
  if (passed || findings.some(({ severity }) => severity === 'error')) return [];
  return [{ level: 'error', message: { text: `${name}: ${message}` } }];
}
