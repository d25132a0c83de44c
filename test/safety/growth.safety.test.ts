import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tryCheck } from '../../kernel/try-check.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { undisclosedHosts } from '../../plugins/n8n-node/checks/security/undisclosed-hosts.ts';
import type { Contents } from '../plugins/n8n-node/project-on-disk.ts';
import { violations } from '../plugins/n8n-node/shared-rules/given-package.ts';
import { type Growth, listGrowths, textGrowths } from './growth-cases.ts';

const checks = builtinKernel().checks('n8n-node', 'project');

/** Milliseconds of this process's own work that say nothing: collecting garbage takes as long. */
const noise = 400;
/** A quarter of the size takes a quarter of the time; what grows with the square takes a sixteenth. */
const part = 4;
const slack = 2.5;

/** Milliseconds of processor time. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Whether work grows faster than what it is for. */
async function growsFaster(small: () => unknown, large: () => unknown): Promise<boolean> {
  const isOver = async () => (await cost(large)) > noise + part * slack * (await cost(small));
  // Once more, before it is said: another thread may have been at work.
  return (await isOver()) && (await isOver());
}

/** The checks whose own work grows faster than what they read: what they would have a child do is left out. */
async function tooSlow({ size, project }: Growth): Promise<string[]> {
  const small = project(Math.ceil(size / part));
  const large = project(size);
  const slow: string[] = [];
  for (const check of checks) {
    // It may skip the project, or ask for a child.
    const run = (contents: Contents) => () => tryCheck(check, contents, { mode: 'project' }).catch(() => {});
    if (await growsFaster(run(small), run(large))) slow.push(check.name);
  }
  return slow;
}

test.each(listGrowths)('the work of each check is in proportion to $name', async (growth) => {
  expect(await tooSlow(growth)).toEqual([]);
});

// What children read of a project, and the judge then looks at.
test.each<[string, number, (size: number) => unknown]>([
  [
    'hosts in the sources, and the README',
    18_000,
    (size) => {
      const hosts = Array.from({ length: size }, (_, i) => ({
        host: `a${i}.example${i}.com`,
        file: 'a.ts',
        line: 1,
        column: 1,
        evidence: '',
      }));
      return undisclosedHosts(hosts, { names: ['n8n-nodes-acme'], prose: 'some words '.repeat(size) });
    },
  ],
  [
    'parameters that depend on each other',
    2_900,
    (size) => {
      const properties = Array.from({ length: size }, (_, i) => {
        const show = { [`p${(i + 1) % size}`]: ['a'] };
        return { displayName: `P ${i}`, name: `p${i}`, type: 'string', default: '', displayOptions: { show } };
      });
      return violations({ node: { properties } });
    },
  ],
])('the work of the rules is in proportion to %s', async (_, size, work) => {
  expect(
    await growsFaster(
      () => work(Math.ceil(size / part)),
      () => work(size),
    ),
  ).toBe(false);
});

// All of them take minutes: `GROWTH=all` tries every one, else a sample.
test('the work of each check is in proportion to each text that it reads', async () => {
  const look = async (growth: Growth) => {
    expect([growth.name, await tooSlow(growth)]).toEqual([growth.name, []]);
  };
  if (process.env['GROWTH'] === 'all') for (const growth of textGrowths) await look(growth);
  else await fc.assert(fc.asyncProperty(fc.constantFrom(...textGrowths), look), { numRuns: 10 });
});
