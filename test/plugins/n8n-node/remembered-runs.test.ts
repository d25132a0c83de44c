import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { definePlugin } from '../../../kernel/plugin.ts';
import type { Verification } from '../../../kernel/result.ts';
import { builtinKernel } from '../../../plugins/builtin.ts';
import type { ResultsCache } from '../../../runner/cache/results-cache.ts';
import { chooseIsolation } from '../../../runner/sandbox/isolation.ts';
import { folderSource } from '../../../runner/source/folder-source.ts';
import { verify } from '../../../runner/verify.ts';
import { generateProject, writeProject } from '../../bench/generate-project.ts';
import { verifiedBefore } from './verified-before.ts';

const shape = { nodes: 1, layout: 'split', fields: [2, 4] } as const;
const files = [...generateProject(shape).keys()];
/** Operations have a test of their own. */
const unrun = definePlugin({
  name: 'without-behaviour',
  apply: ({ hooks }) =>
    hooks.checks.for('n8n-node').tap('unrun', (checks) => checks.filter(({ name }) => name !== 'behaviour')),
});
const kernel = builtinKernel([unrun]);

/** Verifies a folder, and counts the children that it took. */
async function run(folder: string, cache?: ResultsCache) {
  const isolation = await chooseIsolation();
  const programs: string[] = [];
  const verification = await verify(folderSource({ folder, files }), {
    kernel,
    projectType: 'n8n-node',
    timeout: 600,
    ...(cache && { cache }),
    sandbox: (project) => {
      const sandbox = isolation.sandbox(project);
      return {
        ...sandbox,
        isolation: sandbox.isolation,
        run: (job) => {
          programs.push(job.program.pathname.split('/').at(-1) ?? '');
          return sandbox.run(job);
        },
      };
    },
  });
  await isolation.close?.();
  return { programs, told: told(verification) };
}

/** Everything but how long it took. */
function told({ checks, ...verification }: Verification) {
  return { ...verification, checks: checks.map(({ duration: _, ...report }) => report) };
}

const { first, place } = verifiedBefore(shape, run);

describe('a project that is verified again', () => {
  it('starts no child when nothing has changed, with the same result', async () => {
    const { folder, cache } = await place();
    expect(first().programs).not.toEqual([]);
    expect(await run(folder, cache)).toEqual({ programs: [], told: first().told });
  });

  it.each<[string, Readonly<Record<string, (text: string) => string>>]>([
    [
      'a source and README.md',
      {
        'nodes/QuillmarkAccounts/GenericFunctions.ts': (text) => `${text}\nexport const broken: number = 'x';\n`,
        'README.md': () => '# Nothing\n',
      },
    ],
    [
      'a credential and package.json',
      {
        'credentials/QuillmarkApi.credentials.ts': (text) => text.replaceAll('quillmarkApi', 'otherApi'),
        'package.json': (text) => text.replace('"MIT"', '"ISC"'),
      },
    ],
  ])('returns the result of a fresh run when %s have changed', async (_, changes) => {
    const { folder, cache, edit } = await place();
    for (const [path, change] of Object.entries(changes)) await edit(path, change);
    const after = await run(folder, cache);
    expect(after.told).toEqual((await run(folder)).told);
    expect(after.told).not.toEqual(first().told);
  });

  it('cannot write to the cache, even if the project knows the folder', async () => {
    const { folder, results, cache, edit } = await place();
    await edit('nodes/QuillmarkAccounts/QuillmarkAccounts.node.ts', (text) => `${text}${attackOn(results)}`);
    const hostile = await run(folder, cache);
    expect(hostile.told.passed).toBe(false);
    expect((await run(folder, cache)).told).toEqual(hostile.told);
    await writeProject(folder, shape);
    expect(await run(folder, cache)).toEqual({ programs: [], told: first().told });
    await expect(readFile(`${results}/forged`)).rejects.toThrow('ENOENT');
  });
});

/** Source that overwrites every file of a folder, when it is loaded. */
function attackOn(folder: string): string {
  return `
const disk = (globalThis as any).process.getBuiltinModule('fs');
try { disk.writeFileSync('${folder}/forged', '[]'); } catch {}
try { for (const name of disk.readdirSync('${folder}')) disk.writeFileSync('${folder}/' + name, '[]'); } catch {}
`;
}
