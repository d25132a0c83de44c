import type { FinalResult } from '../../kernel/result.ts';

/** What a stored result says against itself, or against what was asked for; undefined when nothing. */
export function inconsistencyOf({ runId, status, passed, checks }: FinalResult, asked: string): string | undefined {
  if (runId !== asked) return `it belongs to run ${runId}`;
  if (passed !== (status === 'success')) return `status is ${status}, but passed is ${passed}`;
  const names = checks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `check ${twice} is listed twice`;
  const failed = checks.find((check) => !check.passed)?.name;
  if (passed && failed !== undefined) return `the run passed, but check ${failed} failed`;
  return undefined;
}
