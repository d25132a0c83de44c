import type { Finding, Rule } from '../finding.ts';
import type { GitState } from '../git-state.ts';
import { notCheckedText } from '../not-checked.ts';
import { type CheckReport, findingsOf, hasVerdict, isUnexplained, skipReason } from '../result.ts';
import { jsonText, pathFromReader, type ReportedRun, type ReportFormat } from './report.ts';

/** SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). */
export const sarifReport: ReportFormat = (run) => {
  const { verification, runId, ref, git = {} } = run;
  const findings = findingsOf(verification.checks);
  const { ruleChanges = [], ignored = [] } = verification;
  const codes = [...new Set([...findings, ...ignored, ...ruleChanges].map(({ code }) => code))];
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
            executionSuccessful: hasVerdict(verification),
            toolExecutionNotifications: verification.checks.flatMap(notificationsOf),
            ...(ruleChanges.length > 0 && {
              ruleConfigurationOverrides: ruleChanges.map((change) => ({
                descriptor: { id: change.code, index: codes.indexOf(change.code) },
                configuration: change.severity === 'off' ? { enabled: false } : { level: change.severity },
              })),
            }),
          },
        ],
        results: [
          ...findings.map((finding) => resultOf(finding, codes, run)),
          ...ignored.map((finding) => ({
            ...resultOf(finding, codes, run),
            suppressions: [{ kind: 'external', justification: finding.reason }],
          })),
        ],
        ...provenanceOf(git),
        columnKind: 'utf16CodeUnits',
        properties: {
          status,
          summary,
          projectType,
          packageName,
          ...(ruleset && { ruleset }),
          ...(ref && { ref }),
          ...git,
        },
      },
    ],
  });
};

/** Where the project comes from: SARIF 2.1.0, section 3.14.9. */
function provenanceOf({ gitRemote, gitCommit, gitBranch }: GitState) {
  if (gitRemote === undefined || gitCommit === undefined) return {};
  // Remotes such as `github.com:a/b.git` are no URIs.
  const repositoryUri = gitRemote.includes('://') ? gitRemote : `ssh://${gitRemote.replace(':', '/')}`;
  const branch = gitBranch !== undefined && { branch: gitBranch };
  return { versionControlProvenance: [{ repositoryUri, revisionId: gitCommit, ...branch }] };
}

/** A rule that is unknown here, because a newer cloud reported it, has only its ID. */
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
    locations: [{ physicalLocation: locationOf(finding, run) }],
    ...(evidence !== undefined && { properties: { evidence, evidenceColumn } }),
  };
}

/** GitHub rejects results without a location, so findings about the whole project are reported at package.json. */
function locationOf({ file = 'package.json', line, column }: Finding, run: ReportedRun) {
  const uri = pathFromReader(file, run).toWellFormed().split('/').map(encodeURIComponent).join('/');
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column !== undefined && { startColumn: column }) } };
  return { artifactLocation: { uri }, ...region };
}

/**
 * Returns notifications for a check that crashed, timed out, was skipped or is incomplete.
 */
function notificationsOf(check: CheckReport) {
  const { name, message = 'failed', notChecked = [] } = check;
  const reason = skipReason(check);
  const parts = notCheckedText(notChecked);
  return [
    ...(isUnexplained(check) ? [notification('error', `${name}: ${message}`)] : []),
    ...(reason === undefined ? [] : [notification('note', `${name}: not run: ${reason}`)]),
    ...(parts === '' ? [] : [notification('warning', `${name}: ${parts}`)]),
  ];
}

function notification(level: 'error' | 'warning' | 'note', text: string) {
  return { level, message: { text } };
}
