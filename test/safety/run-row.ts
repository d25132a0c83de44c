import { expect } from 'vitest';
import type { HostileRow } from './rows/hostile-row.ts';
import { checkNames, codesOf, type RunOptions, runFolder, type WholeRun } from './whole-run.ts';

/** Verifies the project of a row, and asserts what the row expects and what must hold of every run. */
export async function runRow(
  { mode, files, timeout, finds = [], notFound = [], held }: HostileRow,
  options: RunOptions,
): Promise<WholeRun> {
  const run = await runFolder(files(options.watch.targets), {
    ...options,
    mode,
    ...(timeout !== undefined && { timeout }),
  });
  const { status, checks } = run.verification;
  expect(timeout === undefined ? ['failed'] : ['failed', 'timeout']).toContain(status);
  expect(checks.map(({ name }) => name)).toEqual(checkNames(mode, options.checks));
  expect(checks.filter(({ message }) => message?.includes('crashed'))).toEqual([]);
  const codes = codesOf(run.verification);
  expect(codes).toEqual(expect.arrayContaining([...finds]));
  for (const code of notFound) expect(codes).not.toContain(code);
  held?.(run);
  return run;
}
