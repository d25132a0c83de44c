import { expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

const source = (top = '') => `${top}
export class A { description = { displayName: 'A', name: 'a', version: 1, inputs: ['main'], outputs: ['main'], properties: [] };
  async execute() { return []; } }`;
const tsconfig = (compilerOptions: object) =>
  JSON.stringify({ compilerOptions: { outDir: 'dist', module: 'commonjs', target: 'es2020', ...compilerOptions } });

async function load(files: Contents, manifest: object = {}) {
  const text = JSON.stringify({
    name: 'n8n-nodes-a',
    version: '1.0.0',
    scripts: { build: 'tsc' },
    n8n: { nodes: ['dist/nodes/A/A.node.js'] },
    ...manifest,
  });
  const contents = { 'tsconfig.json': tsconfig({}), 'nodes/A/A.node.ts': source(), ...files, 'package.json': text };
  await using project = await openProject(contents);
  const { findings, skipped } = await project.run(loadCheck);
  const notChecked = project.logged.filter((line) => line.startsWith('not checked: '));
  return {
    codes: findings.map(({ code }) => code),
    messages: findings.map(({ message }) => message),
    skipped,
    notChecked,
  };
}

const imports = (specifier: string, name = 'thing') => ({
  'nodes/A/A.node.ts': source(`import { ${name} } from '${specifier}';\nexport const used = ${name};`),
});

test('modules of n8n are available, real or as stand-ins, without a finding', async () => {
  const top = `import { DateTime } from 'luxon'; import { DynamicTool } from '@langchain/core/tools';
export const used = [DateTime, DynamicTool];`;
  expect(await load({ 'nodes/A/A.node.ts': source(top) })).toMatchObject({ codes: [], skipped: undefined });
});

test.each(['.', './', ''])('output beside the sources is loaded: outDir %j', async (outDir) => {
  const n8n = { nodes: ['nodes/A/A.node.js'] };
  const files = { 'tsconfig.json': tsconfig({ outDir, rootDir: '.' }), 'nodes/A/A.node.js': 'throw new Error("old");' };
  expect(await load(files, { n8n })).toMatchObject({ codes: [], skipped: undefined });
});

test('a package that exists only during development is missing', async () => {
  const { codes, messages } = await load(imports('left-pad'), { devDependencies: { 'left-pad': '1.0.0' } });
  expect(codes).toEqual(['load-module-missing']);
  expect(messages[0]).toContain('"left-pad" is only in devDependencies');
});

test('packages that may come with a dependency are not judged, and the rest of the file is', async () => {
  const dependencies = { padding: '1.0.0' };
  const top = "import { pad } from 'left-pad'; import { fill } from 'right-pad'; export const used = [pad, fill];";
  const both = await load({ 'nodes/A/A.node.ts': source(top) }, { dependencies });
  expect(both).toMatchObject({ codes: [], skipped: undefined });
  const why = 'package.json does not have the import, which may be a dependency of a dependency';
  expect(both.notChecked).toEqual(['left-pad', 'right-pad'].map((name) => `not checked: ${why} (${name})`));
  const n8n = { nodes: ['dist/nodes/A/A.node.js', 'dist/nodes/B/B.node.js'] };
  const misnamed = { ...imports('left-pad'), 'nodes/B/B.node.ts': source() };
  expect((await load(misnamed, { dependencies, n8n })).codes).toEqual(['load-class-missing']);
});

test('a package that no dependency brings is missing, as the lock file of npm shows', async () => {
  const wanted = { dependencies: { padding: '1.0.0' }, devDependencies: { 'left-pad': '1.3.0' } };
  const lockedAs = (packages: Record<string, object>) =>
    load(
      {
        ...imports('left-pad'),
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: { '': wanted, 'node_modules/padding': { version: '1.0.0' }, ...packages },
        }),
      },
      wanted,
    );
  const dev = await lockedAs({ 'node_modules/left-pad': { version: '1.3.0', dev: true } });
  expect(dev.codes).toEqual(['load-module-missing']);
  expect(dev.messages[0]).toContain('"left-pad" is only in devDependencies');
  // A dependency needs it too.
  expect((await lockedAs({ 'node_modules/left-pad': { version: '1.3.0' } })).codes).toEqual([]);
  const nested = { 'node_modules/padding/node_modules/left-pad': { version: '1.2.0' } };
  expect((await lockedAs({ 'node_modules/left-pad': { version: '1.3.0', dev: true }, ...nested })).codes).toEqual([]);
  // The lock file is older than package.json.
  expect((await lockedAs({})).codes).toEqual([]);
  expect((await lockedAs({ 'node_modules/left-pad': { version: '2.0.0', dev: true } })).codes).toEqual([]);
});

test('a syntax error is reported by the check that lints', async () => {
  const { codes, skipped } = await load({ 'nodes/A/A.node.ts': source('export const all = Promise < List[] > {};') });
  expect(codes).toEqual([]);
  expect(skipped).toContain('has a syntax error that "nodes" reports');
  const thrown = await load({ 'nodes/A/A.node.ts': source("JSON.parse('{');") });
  expect(thrown.codes).toEqual(['load-threw']);
});

test('an alias of the compiler is missing', async () => {
  const config = {
    'tsconfig.json': tsconfig({ paths: { '@lib/*': ['./lib/*'] } }),
    'lib/x.ts': 'export const thing = 1;',
  };
  const { codes, messages } = await load({ ...imports('@lib/x'), ...config });
  expect(codes).toEqual(['load-module-missing']);
  expect(messages[0]).toContain('is an alias of tsconfig.json');
  const rewritten = await load({ ...imports('@lib/x'), ...config }, { scripts: { build: 'tsc && tsc-alias' } });
  expect(rewritten.codes).toEqual([]);
  expect(rewritten.skipped).toContain('tsc-alias');
});

test('a file that was not uploaded is not reported as missing', async () => {
  const { codes, skipped } = await load(imports('../../shared/x'));
  expect(codes).toEqual([]);
  expect(skipped).toContain('it is not among the verified files');
});

test('a file that the build leaves behind is missing', async () => {
  const required = {
    'nodes/A/A.node.ts': source("export const data = require('./data.json');"),
    'nodes/A/data.json': '{}',
  };
  expect((await load(required)).codes).toEqual(['load-module-missing']);
  const copied = await load(required, { scripts: { build: 'tsc && cp nodes/A/*.json dist/nodes/A/' } });
  expect(copied).toMatchObject({ codes: [], skipped: undefined });
  const unclear = await load(required, { scripts: { build: 'tsc && cp $DATA dist' } });
  expect(unclear).toMatchObject({ codes: [], skipped: undefined });
  const script = (ending: string) => `import { copyFileSync, readdirSync } from 'node:fs';
    const walk = (dir) => { for (const { name } of readdirSync(dir, { withFileTypes: true }))
      if (name.endsWith('${ending}')) copyFileSync(name, name.replace(/^nodes/, 'dist/nodes')); };
    walk('nodes');`;
  const withScript = (ending: string) =>
    load({ ...required, 'scripts/copy.mjs': script(ending) }, { scripts: { build: 'tsc && node scripts/copy.mjs' } });
  expect((await withScript('.svg')).codes).toEqual(['load-module-missing']);
  expect(await withScript('.json')).toMatchObject({ codes: [], skipped: undefined });
});

test('a module that "files" leaves out is missing', async () => {
  const shared = { ...imports('../../lib/x'), 'lib/x.ts': 'export const thing = 1;' };
  const { codes } = await load(shared, { files: ['dist/nodes'] });
  expect(codes).toEqual(['load-module-missing']);
  expect(await load(shared, { files: ['dist'] })).toMatchObject({ codes: [], skipped: undefined });
  // The check "structure" reports the node itself.
  expect((await load(shared, { files: ['dist/lib'] })).codes).toEqual([]);
});

test.each([
  ['CommonJS under "type": "module"', {}, { type: 'module' }, 'it is CommonJS, but Node.js treats it as an ES module'],
  [
    'an ECMAScript module that imports n8n-workflow',
    { ...imports('n8n-workflow', 'NodeOperationError'), 'tsconfig.json': tsconfig({ module: 'esnext' }) },
    {},
    'n8n provides "n8n-workflow" to require() only',
  ],
  [
    'an ECMAScript module that imports a path as TypeScript allows it',
    { ...imports('./x'), 'nodes/A/x.ts': 'export const thing = 1;', 'tsconfig.json': tsconfig({ module: 'esnext' }) },
    { type: 'module' },
    'only require() resolves "./x" without its file extension',
  ],
])('%s has its own fix', async (_, files, manifest, message) => {
  const { codes, messages } = await load(files, manifest);
  expect(codes).toEqual(['load-module-format']);
  expect(messages[0]).toContain(message);
});

test('an ECMAScript module that imports nothing loads', async () => {
  expect(await load({ 'tsconfig.json': tsconfig({ module: 'esnext' }) })).toMatchObject({
    codes: [],
    skipped: undefined,
  });
});

test('bundled files are not judged, except for the code of the project itself', async () => {
  const bundled = { scripts: { build: 'tsup' }, devDependencies: { 'left-pad': '1.0.0' } };
  const quiet = await load(imports('left-pad'), bundled);
  expect(quiet.codes).toEqual([]);
  expect(quiet.skipped).toContain('the build step `tsup` is not run');
  const loud = await load({ 'nodes/A/A.node.ts': source("throw new Error('no');") }, bundled);
  expect(loud.codes).toEqual(['load-threw']);
});

test('JavaScript that tsc compiles is loaded as it compiles', async () => {
  const js = source("import { NodeOperationError } from 'n8n-workflow';\nexport const used = NodeOperationError;");
  const files = { 'nodes/A/A.node.js': js, 'tsconfig.json': tsconfig({ allowJs: true }) };
  await using project = await openProject({
    ...files,
    'package.json': JSON.stringify({
      name: 'n8n-nodes-a',
      scripts: { build: 'tsc' },
      n8n: { nodes: ['dist/nodes/A/A.node.js'] },
    }),
  });
  expect(await project.run(loadCheck)).toMatchObject({ findings: [], skipped: undefined });
});
