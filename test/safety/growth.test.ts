import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../kernel/check.ts';
import { tryCheck } from '../../kernel/try-check.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import type { Contents } from '../plugins/n8n-node/project-on-disk.ts';
import { type Growth, listGrowths, textGrowths } from './growth-cases.ts';

const checks = builtinKernel().checks('n8n-node', 'project');

/** Milliseconds of this process's own work that say nothing: collecting garbage takes as long. */
const noise = 400;
/** A quarter of the size takes a quarter of the time; what grows with the square takes a sixteenth. */
const part = 4;
const slack = 2.5;

/** What a check itself costs in the judging process: what it would have a child do is left out. */
async function cost(check: Check, contents: Contents): Promise<number> {
  const before = process.cpuUsage();
  // It may skip the project, or ask for a child.
  await tryCheck(check, contents, { mode: 'project' }).catch(() => {});
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The checks whose work grows faster than what they read. */
async function tooSlow({ size, project }: Growth): Promise<string[]> {
  const small = project(Math.ceil(size / part));
  const large = project(size);
  const slow: string[] = [];
  for (const check of checks) {
    const limit = async () => noise + part * slack * (await cost(check, small));
    // Once more, before it is said: another thread may have been at work.
    if ((await cost(check, large)) > (await limit()) && (await cost(check, large)) > (await limit()))
      slow.push(check.name);
  }
  return slow;
}

test.each(listGrowths)('the work of each check is in proportion to $name', async (growth) => {
  expect(await tooSlow(growth)).toEqual([]);
});

// All of them take minutes: `GROWTH=all` tries every one, else a sample.
test('the work of each check is in proportion to each text that it reads', async () => {
  const look = async (growth: Growth) => {
    expect([growth.name, await tooSlow(growth)]).toEqual([growth.name, []]);
  };
  if (process.env['GROWTH'] === 'all') for (const growth of textGrowths) await look(growth);
  else await fc.assert(fc.asyncProperty(fc.constantFrom(...textGrowths), look), { numRuns: 20 });
});
