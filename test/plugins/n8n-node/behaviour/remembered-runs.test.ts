import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definePlugin } from '../../../../kernel/plugin.ts';
import { builtinKernel } from '../../../../plugins/builtin.ts';
import type { ResultsCache } from '../../../../runner/cache/results-cache.ts';
import { chooseIsolation } from '../../../../runner/sandbox/isolation.ts';
import { folderSource } from '../../../../runner/source/folder-source.ts';
import { verify } from '../../../../runner/verify.ts';
import { generateProject } from '../../../bench/generate-project.ts';
import { verifiedBefore } from '../verified-before.ts';

const shape = { nodes: 3, layout: 'split', fields: [1, 2] } as const;
/** Two operations of each resource are left, in all nodes: others take time and show nothing more. */
const operations = ['getAll', 'get', 'update'].map((operation) => ({ operation, reason: 'not needed here' }));
const settings = { '.service/config.json': JSON.stringify({ behaviour: { operations } }) };
const sources = [...generateProject(shape).keys()];
const files = [...sources, ...Object.keys(settings)];
const only = definePlugin({
  name: 'behaviour-only',
  apply: ({ hooks }) =>
    hooks.checks.for('n8n-node').tap('behaviour-only', (checks) => checks.filter(({ name }) => name === 'behaviour')),
});
const kernel = builtinKernel([only]);

/** Runs the operations of a project. @returns the nodes whose operations ran, by child, and what is told */
async function run(folder: string, cache?: ResultsCache) {
  const isolation = await chooseIsolation();
  const children: string[][] = [];
  const { checks } = await verify(folderSource({ folder, files }), {
    kernel,
    projectType: 'n8n-node',
    timeout: 600,
    ...(cache && { cache }),
    sandbox: (project) => {
      const sandbox = isolation.sandbox(project);
      return {
        ...sandbox,
        run: (job) => {
          if (job.program.pathname.includes('run-program'))
            void Promise.resolve(job.input).then((input) => children.push(nodesIn(input)));
          return sandbox.run(job);
        },
      };
    },
  });
  await isolation.close?.();
  return { children: children.sort(), told: checks.map(({ duration: _, ...report }) => report) };
}

function nodesIn(input: unknown): string[] {
  const { operations }: { operations: { path: string }[] } = Object(input);
  return [...new Set(operations.map(({ path }) => /nodes\/Quillmark(\w+)\//.exec(path)?.[1] ?? path))].sort();
}

const { first, place } = verifiedBefore(shape, run, settings);

const [accounts, assets, audits] = ['Accounts', 'Assets', 'Audits'];
const source = (name: string) => `nodes/Quillmark${name}/Quillmark${name}.node.ts`;
const functions = `nodes/Quillmark${accounts}/GenericFunctions.ts`;
const action = `nodes/Quillmark${accounts}/actions/note.ts`;
let comments = 0;
const comment = (text: string) => `${text}\n// Comment ${comments++}\n`;

describe('operations of a project that is verified again', () => {
  it('run once if they are all new', () => {
    expect(first().children).toEqual([[accounts, assets, audits]]);
  });

  it('run only for the node that changes, from its second change on', async () => {
    const { folder, edit, cache } = await place();
    await edit(functions, comment);
    expect(await run(folder, cache)).toEqual({ children: [[accounts], [assets, audits]], told: first().told });
    await edit(functions, comment);
    expect(await run(folder, cache)).toEqual({ children: [[accounts]], told: first().told });
    await edit('README.md', comment);
    expect(await run(folder, cache)).toEqual({ children: [], told: first().told });
  });

  it('all run when a credential has changed, which each child loads', async () => {
    const { folder, edit, cache } = await place();
    await edit('credentials/QuillmarkApi.credentials.ts', comment);
    expect(await run(folder, cache)).toEqual(first());
  });

  it('run again if they ended their process', async () => {
    const { folder, edit, cache } = await place();
    await edit(action, (text) => text.replace("case 'delete':", '$&\n(process as any).reallyExit(0);'));
    const ended = await run(folder, cache);
    expect(ended.told).not.toEqual(first().told);
    expect(ended.children).toEqual([[accounts], [assets, audits]]);
    await edit('README.md', comment);
    expect(await run(folder, cache)).toEqual({ children: [[accounts]], told: ended.told });
  });

  it('are not those that ran beside other code, whatever that code did', async () => {
    const { folder, edit, cache } = await place();
    const before = await readFile(join(folder, functions), 'utf8');
    await edit(functions, (text) => `${text}\n(globalThis as any).encodeURIComponent = () => 'forged';\n`);
    await edit(source(assets), comment);
    const hostile = await run(folder, cache);
    expect(hostile.children).toEqual([[accounts, assets], [audits]]);
    expect(hostile.told).not.toEqual(first().told);
    await edit(functions, () => before);
    expect((await run(folder, cache)).told).toEqual(first().told);
  });

  it('have the results of a run without a cache after any edit', async () => {
    const edits = fc.array(
      fc.record({
        path: fc.constantFrom(...sources.filter((path) => /\.(?:ts|md)$/.test(path))),
        change: fc.constantFrom<[RegExp, string]>(
          [/$/, '\n// Comment\n'],
          [/'POST'/, "'PUT'"],
          [/id\.trim\(\)/, 'id'],
          [/: 'string'/, ": 'number'"],
        ),
      }),
      { minLength: 2, maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const { folder, edit, cache } = await place();
        let last = first();
        for (const { path, change } of list) {
          await edit(path, (text) => text.replace(...change));
          last = await run(folder, cache);
        }
        expect(last.told).toEqual((await run(folder)).told);
      }),
      { numRuns: 1 },
    );
  });
});
