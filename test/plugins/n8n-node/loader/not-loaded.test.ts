import { beforeAll, expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { installedForUsers } from '../../../../plugins/n8n-node/project/manifest/lock-files.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

const source = (top = '', name = 'A') => `${top}
export class ${name} { description = { displayName: 'A', name: '${name}', version: 1, inputs: ['main'], outputs: ['main'], properties: [] };
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
    findings,
    codes: findings.map(({ code }) => code),
    messages: findings.map(({ message }) => message),
    skipped,
    notChecked,
  };
}

const importing = (specifier: string, name = 'thing') =>
  `import { ${name} } from '${specifier}';\nexport const used = ${name};`;
const imports = (specifier: string, name?: string) => ({ 'nodes/A/A.node.ts': source(importing(specifier, name)) });

/** One project of several nodes, each with something above its class. */
async function loadNodes(tops: Readonly<Record<string, string>>, files: Contents = {}, manifest: object = {}) {
  const names = Object.keys(tops);
  const sources = names.map((name) => [`nodes/${name}/${name}.node.ts`, source(tops[name], name)]);
  const n8n = { nodes: names.map((name) => `dist/nodes/${name}/${name}.node.js`) };
  const loaded = await load({ ...Object.fromEntries(sources), ...files }, { ...manifest, n8n });
  const findingsOf = (name: string) => loaded.findings.filter(({ file }) => file === `nodes/${name}/${name}.node.ts`);
  return {
    ...loaded,
    codesOf: (name: string) => findingsOf(name).map(({ code }) => code),
    messagesOf: (name: string) => findingsOf(name).map(({ message }) => message),
  };
}

/** A configuration with an alias, and what it leads to. */
const alias = {
  'tsconfig.json': tsconfig({ paths: { '@lib/*': ['./lib/*'] } }),
  'lib/x.ts': 'export const thing = 1;',
};
let together: Awaited<ReturnType<typeof loadNodes>>;
beforeAll(async () => {
  const tops = {
    ModulesOfN8n: `import { DateTime } from 'luxon'; import { DynamicTool } from '@langchain/core/tools';
export const used = [DateTime, DynamicTool];`,
    OfDevelopment: importing('left-pad'),
    Throws: "JSON.parse('{');",
    Alias: importing('@lib/x'),
    NotCopied: "export const data = require('./data.json');",
    Unparsed: 'export const all = Promise < List[] > {};',
    NotUploaded: importing('../../shared/x'),
  };
  const files = { ...alias, 'nodes/NotCopied/data.json': '{}' };
  together = await loadNodes(tops, files, { devDependencies: { 'left-pad': '1.0.0' } });
});

test('modules of n8n are available, real or as stand-ins, without a finding', () => {
  expect(together.codesOf('ModulesOfN8n')).toEqual([]);
  // One of each other node that is judged.
  expect(together.codes).toHaveLength(4);
  // The two that are not.
  expect(together.notChecked).toHaveLength(2);
  expect(together.notChecked.join()).not.toContain('ModulesOfN8n');
});

test.each(['.', './', ''])('output beside the sources is loaded: outDir %j', async (outDir) => {
  const n8n = { nodes: ['nodes/A/A.node.js'] };
  const files = { 'tsconfig.json': tsconfig({ outDir, rootDir: '.' }), 'nodes/A/A.node.js': 'throw new Error("old");' };
  expect(await load(files, { n8n })).toMatchObject({ codes: [], skipped: undefined });
});

test('a package that exists only during development is missing', () => {
  expect(together.codesOf('OfDevelopment')).toEqual(['load-module-missing']);
  expect(together.messagesOf('OfDevelopment')[0]).toContain('"left-pad" is only in devDependencies');
});

test('packages that may come with a dependency are not judged, and the rest of the file is', async () => {
  const dependencies = { padding: '1.0.0' };
  const top = "import { pad } from 'left-pad'; import { fill } from 'right-pad'; export const used = [pad, fill];";
  const misnamed = { 'nodes/B/B.node.ts': source(importing('left-pad')) };
  const { codes, codesOf, notChecked } = await loadNodes({ A: top, B: '' }, misnamed, { dependencies });
  expect(codesOf('A')).toEqual([]);
  const why = 'package.json does not have the import, which may be a dependency of a dependency';
  // No other reason, such as that A cannot be judged.
  expect(notChecked).toEqual(['left-pad', 'right-pad'].map((name) => `not checked: ${why} (${name})`));
  expect(codes).toEqual(['load-class-missing']);
});

test('a package that no dependency brings is missing, as the lock file of npm shows', async () => {
  const lock = (manifest: object, more: object) => {
    const packages = { '': manifest, 'node_modules/padding': { version: '1.0.0' }, ...more };
    return JSON.stringify({ lockfileVersion: 3, packages });
  };
  const dependencies = { padding: '1.0.0' };
  const manifest = {
    dependencies,
    devDependencies: { 'dev-pad': '1.3.0', 'shared-pad': '1.3.0', 'nested-pad': '1.3.0' },
  };
  const locked = await loadNodes(
    { Dev: importing('dev-pad'), Shared: importing('shared-pad'), Nested: importing('nested-pad') },
    {
      'package-lock.json': lock(manifest, {
        'node_modules/dev-pad': { version: '1.3.0', dev: true },
        // A dependency needs it too.
        'node_modules/shared-pad': { version: '1.3.0' },
        'node_modules/nested-pad': { version: '1.3.0', dev: true },
        'node_modules/padding/node_modules/nested-pad': { version: '1.2.0' },
      }),
    },
    manifest,
  );
  expect(locked.codes).toEqual(['load-module-missing']);
  expect(locked.messagesOf('Dev')[0]).toContain('"dev-pad" is only in devDependencies');
  // A lock file that is older than package.json says as little as none.
  const younger = { dependencies, devDependencies: { 'left-pad': '1.3.0' } };
  const installed = (more: object) => installedForUsers(lock(younger, more), 'package-lock.json', younger);
  expect(installed({})).toBeUndefined();
  expect(installed({ 'node_modules/left-pad': { version: '2.0.0', dev: true } })).toBeUndefined();
  expect(installed({ 'node_modules/left-pad': { version: '1.3.0', dev: true } })).toEqual(new Set(['', 'padding']));
});

test('a syntax error is reported by the check that lints', () => {
  expect(together.codesOf('Unparsed')).toEqual([]);
  expect(together.notChecked.join()).toContain('Unparsed.node.js is compiled, has a syntax error that "nodes" reports');
  expect(together.codesOf('Throws')).toEqual(['load-threw']);
});

test('an alias of the compiler is missing', async () => {
  expect(together.codesOf('Alias')).toEqual(['load-module-missing']);
  expect(together.messagesOf('Alias')[0]).toContain('is an alias of tsconfig.json');
  const rewritten = await load({ ...imports('@lib/x'), ...alias }, { scripts: { build: 'tsc && tsc-alias' } });
  expect(rewritten.codes).toEqual([]);
  expect(rewritten.skipped).toContain('tsc-alias');
});

test('a file that was not uploaded is not reported as missing', () => {
  expect(together.codesOf('NotUploaded')).toEqual([]);
  expect(together.notChecked.join()).toMatch(/NotUploaded\.node\.js imports .*: it is not among the verified files/);
});

test('a file that the build leaves behind is missing', async () => {
  const required = {
    'nodes/A/A.node.ts': source("export const data = require('./data.json');"),
    'nodes/A/data.json': '{}',
  };
  expect(together.codesOf('NotCopied')).toEqual(['load-module-missing']);
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
  const tops = { LeftOut: importing('../../lib/x'), Shipped: importing('../../shared/x') };
  const modules = { 'lib/x.ts': shared['lib/x.ts'], 'shared/x.ts': shared['lib/x.ts'] };
  const { codes, codesOf, notChecked } = await loadNodes(tops, modules, { files: ['dist/nodes', 'dist/shared'] });
  expect(codes).toEqual(['load-module-missing']);
  expect(codesOf('Shipped')).toEqual([]);
  expect(notChecked).toEqual([]);
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
  const tops = { Quiet: importing('left-pad'), Loud: "throw new Error('no');" };
  const { codes, codesOf, notChecked } = await loadNodes(tops, {}, bundled);
  expect(codesOf('Quiet')).toEqual([]);
  expect(notChecked.join()).toContain('the build step `tsup` is not run');
  expect(codes).toEqual(['load-threw']);
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
