import type { FinalResult } from '../../kernel/result.ts';

/** What a stored result says against itself, or against what was asked for; undefined when nothing. */
export function contradictionIn({ runId, status, passed, checks }: FinalResult, asked: string): string | undefined {
  if (runId !== asked) return `it is that of run ${runId}`;
  if (passed !== (status === 'success')) return `its status is ${status}, and passed is ${passed}`;
  const names = checks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `the check ${twice} is there twice`;
  const failed = checks.find((check) => !check.passed)?.name;
  if (passed && failed !== undefined) return `the run passed, and the check ${failed} failed`;
  return undefined;
}
