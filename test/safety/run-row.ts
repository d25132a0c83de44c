import { expect } from 'vitest';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import type { HostileRow } from './rows/hostile-row.ts';
import type { Watch } from './watch.ts';
import { checkNames, codesOf, runFolder, type WholeRun } from './whole-run.ts';

/** Verifies the project of a row, and asserts what the row expects and what must hold of every run. */
export async function runRow(
  { mode, files, timeout, finds = [], notFound = [], held }: HostileRow,
  { isolation, watch }: { isolation: Isolation; watch: Watch },
): Promise<WholeRun> {
  const run = await runFolder(files(watch.targets), {
    isolation,
    watch,
    mode,
    ...(timeout !== undefined && { timeout }),
  });
  const { status, checks } = run.verification;
  expect(timeout === undefined ? ['failed'] : ['failed', 'timeout']).toContain(status);
  expect(checks.map(({ name }) => name)).toEqual(checkNames(mode));
  expect(checks.filter(({ message }) => message?.includes('crashed'))).toEqual([]);
  const codes = codesOf(run.verification);
  expect(codes).toEqual(expect.arrayContaining([...finds]));
  for (const code of notFound) expect(codes).not.toContain(code);
  held?.(run);
  return run;
}
