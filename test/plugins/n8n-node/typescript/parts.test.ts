import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Memory } from '../../../../kernel/memory.ts';
import { noMemory } from '../../../../kernel/memory.ts';
import { projectInput } from '../../../../plugins/n8n-node/typescript/compile-input.ts';
import { laidTypes } from '../../../../plugins/n8n-node/typescript/laid-types.ts';
import { isWhole, partsOf } from '../../../../plugins/n8n-node/typescript/parts.ts';
import { typeCheck } from '../../../../plugins/n8n-node/typescript/type-check.ts';
import { growingMemory } from '../../../kernel/growing-memory.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

test('declared files are divided evenly, and declarations are in every part', () => {
  expect(partsOf(['a.ts', 'types.d.ts', 'b.ts', 'c.ts'], 2)).toEqual([
    ['a.ts', 'b.ts', 'types.d.ts'],
    ['c.ts', 'types.d.ts'],
  ]);
});

test.each([
  [1, ['a.ts', 'types.d.ts', 'b.ts']],
  [0, ['a.ts', 'b.ts']],
  [5, ['a.ts', 'types.d.ts']],
  [3, []],
])('%i part of %j is the whole', (count, roots) => {
  expect(partsOf(roots, count)).toEqual([roots]);
});

test.each([
  ['a module', "import x from 'x';", true],
  ['a script', 'interface Seen {}', false],
  ['what adds to everybody’s types', 'export {}; declare global { interface Array<T> { acme: T } }', false],
  ['what adds to another module', "import 'x'; declare  module 'x' {}", false],
  ['what refers to other types', '/// <reference types="x" />\nexport {}', false],
])('%s in one of two parts', async (_, text, whole) => {
  const folder = await mkdtemp(join(tmpdir(), 'service-parts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [both, one] = [join(folder, 'both.ts'), join(folder, 'one.ts')];
  await writeFile(both, text);
  await writeFile(one, text);
  expect(isWhole([[both, one], [both]])).toBe(whole);
  expect(isWhole([[both], [both]])).toBe(true);
});

const names = ['Acme', 'Beta', 'Coda', 'Dodo'];
const pathOf = (name: string) => `nodes/${name}/${name}.node.ts`;
/** Nothing that the compiler looks at; four of them are more than it reads at a time. */
const length = `\n// ${'x'.repeat(1_000_000)}`;

/** Four nodes with an error each, and one more in what two of them import. */
function project(tail: string, extra: Partial<Record<string, string>> = {}): Contents {
  const nodes = names.map((name, index) => {
    const top = index % 2 === 0 ? "import { shared } from '../shared';" : '';
    const use = index % 2 === 0 ? 'export const used = shared;' : '';
    const text = `${acmeNode({ top }).replaceAll('Acme', name)}\n${use}\nexport const wrong: number = 'no';`;
    return [pathOf(name), `${text}\n${extra[name] ?? ''}${tail}`];
  });
  const base = acmeProject({});
  const manifest = JSON.parse(String(base['package.json']));
  manifest.n8n.nodes = names.map((name) => pathOf(name).replace('nodes', 'dist/nodes').replace(/ts$/, 'js'));
  return {
    ...base,
    ...Object.fromEntries(nodes),
    'nodes/shared.ts': 'export const shared: string = 1;',
    'package.json': JSON.stringify(manifest),
  };
}

async function compile(contents: Contents, memory: Memory) {
  const parts: number[] = [];
  await using opened = await openProject(contents, {
    sandbox: (real) => ({
      isolation: real.isolation,
      async run(job) {
        const outcome = await real.run(job);
        if (outcome.kind === 'done') parts.push(Object(Object(outcome.result).state).buildInfos?.length);
        return outcome;
      },
    }),
  });
  const context = { ...opened.context, memory };
  const input = await context.service(projectInput);
  if (!input) throw new Error('There is nothing to compile');
  const asked = { ...input, laid: await context.service(laidTypes) };
  const { diagnostics, files } = await typeCheck(context, asked, 60);
  const order = (diagnostic: (typeof diagnostics)[number]) => JSON.stringify(diagnostic);
  return { diagnostics: diagnostics.map(order).sort(), files: Object.keys(files).sort(), parts };
}

test('a large project is compiled in parts, with the result of the whole', async () => {
  const { diagnostics, files } = await compile(project(''), noMemory);
  expect(diagnostics).toHaveLength(names.length + 1);
  const memory = growingMemory();
  expect(await compile(project(length), memory)).toEqual({ diagnostics, files, parts: [2] });
  // And again, from what was left; then with one error less.
  expect(await compile(project(length), memory)).toEqual({ diagnostics, files, parts: [2] });
  const mended = { ...project(length), 'nodes/shared.ts': "export const shared: string = '1';" };
  const after = await compile(mended, memory);
  expect(after).toMatchObject({ files, parts: [2] });
  expect(after.diagnostics).toEqual(diagnostics.filter((text) => !text.includes('nodes/shared.ts')));
});

test('what one node does to the types of all is seen by all', async () => {
  const extra = {
    Acme: 'declare global { interface Array<T> { acme: T } }',
    Dodo: 'export const first: number = [1].acme;',
  };
  const { diagnostics } = await compile(project('', extra), noMemory);
  expect(diagnostics).toHaveLength(names.length + 1);
  expect(await compile(project(length, extra), growingMemory())).toMatchObject({ diagnostics, parts: [1] });
});
