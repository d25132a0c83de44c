import { expect, test } from 'vitest';
import type { Memory } from '../../../../kernel/memory.ts';
import { noMemory } from '../../../../kernel/memory.ts';
import { projectInput } from '../../../../plugins/n8n-node/typescript/compile-input.ts';
import { laidTypes, layTypes } from '../../../../plugins/n8n-node/typescript/laid-types.ts';
import { typeCheck } from '../../../../plugins/n8n-node/typescript/type-check.ts';
import { growingMemory } from '../../../kernel/growing-memory.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { previousKit } from '../installed-n8n.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

const node = 'nodes/Acme/Acme.node.ts';
const base = acmeProject({
  [node]: acmeNode({
    top: "import { limit, Mode } from './limits'; import { Shape } from './shape'; import './also';",
  }).replace(/$/, 'export const used: number = limit + Mode.Slow; export let shape: Shape;'),
  'nodes/Acme/limits.ts': 'export const limit: number = 1; export const enum Mode { Fast = 1, Slow = 2 }',
  'nodes/Acme/shape.ts': "import type { INode } from 'n8n-workflow'; export interface Shape { node: INode }",
  'nodes/Acme/also.ts': 'export const also = 1;',
});

/** One edit after the other; each starts from what the one before it left. */
const edits: Record<string, Contents | ((before: Contents) => Contents)> = {
  'nothing is changed': {},
  'a body': { 'nodes/Acme/limits.ts': 'export const limit: number = 2; export const enum Mode { Fast = 1, Slow = 2 }' },
  'a value that is written into other files': {
    'nodes/Acme/limits.ts': 'export const limit: number = 2; export const enum Mode { Fast = 1, Slow = 3 }',
  },
  'a type that others rely on': {
    'nodes/Acme/limits.ts': "export const limit: string = 'two'; export const enum Mode { Fast = 1, Slow = 3 }",
  },
  'another file, while the error stays': { 'nodes/Acme/also.ts': 'export const also: string = 2;' },
  'both are right again': {
    'nodes/Acme/limits.ts': 'export const limit: number = 2; export const enum Mode { Fast = 1, Slow = 3 }',
    'nodes/Acme/also.ts': 'export const also = 2;',
  },
  'a type that becomes a value': {
    'nodes/Acme/shape.ts': 'export class Shape { node = 1 }',
    [node]: `${base[node]}\nexport const made = new Shape();`,
  },
  'a type of everyone, in a file that nobody imports': { 'nodes/globals.d.ts': 'interface Array<T> { acme: T }' },
  'the use of it': { 'nodes/Acme/also.ts': 'export const also: number = [2].acme;' },
  'without it': ({ 'nodes/globals.d.ts': _, ...before }) => before,
  'a file that is gone': ({ 'nodes/Acme/also.ts': _, ...before }) => before,
  'a file that is there again, under another name': { 'nodes/Acme/also/index.ts': 'export const also = 3;' },
  'an option': {
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noUnusedLocals: true, target: 'es2017' } }),
  },
  'the kind of all modules': (before) => ({
    ...before,
    'package.json': JSON.stringify({ ...JSON.parse(String(before['package.json'])), type: 'module' }),
  }),
};

async function compile(contents: Contents, memory: Memory, host?: string) {
  await using project = await openProject(contents);
  const context = { ...project.context, memory };
  const input = await context.service(projectInput);
  if (!input) throw new Error('There is nothing to compile');
  const laid = await layTypes(context, { ...(host !== undefined && { host }) });
  const asked = { ...input, laid, ...(host !== undefined && ({ emit: 'nothing' } as const)) };
  const { state: _, ...output } = await typeCheck(context, asked, 30, host);
  return output;
}

test('an incremental run of TypeScript has the result of a full run', async () => {
  const memory = growingMemory();
  let contents: Contents = base;
  let errors = 0;
  await compile(contents, memory);
  for (const [name, edit] of Object.entries(edits)) {
    contents = typeof edit === 'function' ? edit(contents) : { ...contents, ...edit };
    const whole = await compile(contents, noMemory);
    expect(await compile(contents, memory), name).toEqual(whole);
    errors += whole.diagnostics.length;
  }
  expect(errors).toBeGreaterThan(3);
});

test('it does go on: what has not changed is not compiled again', async () => {
  const memory = growingMemory();
  const given: unknown[] = [];
  const first = { ...base, 'nodes/Acme/also.ts': 'export const also: number = 1;' };
  const second = { ...base, 'nodes/Acme/also.ts': 'export const also: number = 5;' };
  for (const contents of [first, second]) {
    await using project = await openProject(contents, {
      sandbox: (real) => ({
        isolation: real.isolation,
        async run(job) {
          const outcome = await real.run(job);
          if (outcome.kind === 'done') given.push(Object.keys(Object(Object(outcome.result).files)).sort());
          return outcome;
        },
      }),
    });
    const context = { ...project.context, memory };
    const input = await context.service(projectInput);
    if (!input) throw new Error('There is nothing to compile');
    const output = await typeCheck(context, { ...input, laid: await context.service(laidTypes) }, 30);
    expect(Object.keys(output.files)).toHaveLength(5);
  }
  expect(given[0]).toHaveLength(5);
  // The file and what imports it.
  expect(given[1]).toEqual(['nodes/Acme/Acme.node.js', 'nodes/Acme/also.js']);
});

test('with the n8n-workflow before, too', async () => {
  const memory = growingMemory();
  for (const type of ['number', 'string', 'number']) {
    const contents = { ...base, 'nodes/Acme/also.ts': `export const also: ${type} = 1;` };
    const whole = await compile(contents, noMemory, previousKit.workflow);
    expect(await compile(contents, memory, previousKit.workflow)).toEqual(whole);
    expect(whole.files).toEqual({});
  }
});
