import { type FinalResult, findingsOf, hasVerdict, outcomeOf, type Verification } from '../../kernel/result.ts';
import type { RunRecord } from './api-types.ts';

/** What a stored result says against itself or against the record of the run; undefined if nothing. */
export function inconsistencyOf(result: FinalResult, record: RunRecord): string | undefined {
  const { runId, status, passed, checks, summary } = result;
  if (runId !== record.runId) return `it belongs to run ${runId}`;
  if (status !== record.status) return `status is ${status}, but the run is ${record.status}`;
  if (passed !== (status === 'success')) return `status is ${status}, but passed is ${passed}`;
  const names = new Set<string>();
  const twice = checks.find(({ name }) => names.size === names.add(name).size)?.name;
  if (twice !== undefined) return `check ${twice} is listed twice`;
  const outcomes = checks.map(outcomeOf);
  const failed = checks.find((check) => !check.passed)?.name;
  if (passed && failed !== undefined) return `the run passed, but check ${failed} failed`;
  if (passed && !outcomes.includes('passed')) return 'the run passed, but no check ran';
  // A run that was stopped may not have started its checks.
  if (!hasVerdict(result)) return undefined;
  if (record.checks && record.checks.total !== checks.length)
    return `the run has ${record.checks.total} checks, but ${checks.length} are listed`;
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const notRun = count('skipped');
  const listed = { passed: count('passed'), run: checks.length - notRun, 'not run': notRun };
  return differenceFrom(summary, listed);
}

/** The same of a result with its findings. */
export function inconsistencyInFindings(verification: Verification): string | undefined {
  const { summary, checks } = verification;
  const isError = ({ severity }: { severity: string }) => severity === 'error';
  const wrong = checks.find(({ passed, findings }) => passed && findings.some(isError))?.name;
  if (wrong !== undefined) return `check ${wrong} passed, but has errors`;
  if (!hasVerdict(verification)) return undefined;
  const findings = findingsOf(checks);
  const errors = findings.filter(isError).length;
  return differenceFrom(summary, { error: errors, warning: findings.length - errors });
}

/** Where the counts of a summary (CONTRACT 3) differ; a summary in other words has none. */
function differenceFrom(summary: string, listed: Readonly<Record<string, number>>): string | undefined {
  const [, passed, run, rest = ''] = /^(\d+) of (\d+) checks passed(, .*)?$/s.exec(summary) ?? [];
  if (passed === undefined || run === undefined) return undefined;
  const said: Record<string, number> = { passed: Number(passed), run: Number(run) };
  for (const [, count, what = ''] of rest.matchAll(/, (\d+) (not run|error|warning)s?(?=,|$)/g))
    said[what] = Number(count);
  const differs = Object.keys(listed).find((what) => (said[what] ?? 0) !== listed[what]);
  return differs === undefined
    ? undefined
    : `its summary is "${summary}", but it lists ${listed[differs]} ${wordsFor[differs]}`;
}

const wordsFor: Readonly<Record<string, string>> = {
  passed: 'passed checks',
  run: 'checks that ran',
  'not run': 'checks that did not run',
  error: 'errors',
  warning: 'warnings',
};
