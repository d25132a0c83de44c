import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../kernel/sandbox.ts';
import { loadCheck } from '../../../../../plugins/n8n-node/checks/load/check.ts';
import { typesCheck } from '../../../../../plugins/n8n-node/checks/types/check.ts';
import { compiledProject } from '../../../../../plugins/n8n-node/typescript/compiled-project.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { everyRule } from '../../every-rule.ts';
import { type Contents, openProject } from '../../project-on-disk.ts';

const node = 'nodes/Acme/Acme.node.ts';

/** For each rule about sources a node that it is about, and one that nearly is: they are all in two projects. */
const sources: Record<string, { bad: string; good: string; shown: object }> = {
  'types-error': {
    bad: acmeNode({ top: "\nexport const limit: number = 'ten';" }),
    good: acmeNode({ top: '\nexport const limit: number = 10;' }),
    shown: {
      line: 3,
      column: 14,
      evidence: "export const limit: number = 'ten';",
      evidenceColumn: 1,
      message: "TS2322: Type 'string' is not assignable to type 'number'.",
    },
  },
  'types-import-unresolved': {
    bad: acmeNode({ top: "import help from './help';" }),
    good: acmeNode({ top: "import help from './helper';" }),
    shown: { line: 2, column: 18, message: expect.stringContaining("'./help'") },
  },
  'types-unchecked': {
    bad: `/* Acme */\n// @ts-nocheck\n${acmeNode()}`,
    good: `${acmeNode()}\n// Not so: @ts-nocheck`,
    shown: { line: 2, column: 4 },
  },
};

/** Near misses of the rules about tsconfig.json, all in one. */
const rightConfiguration = acmeProject({
  [node]: acmeNode({ top: 'const left = 1;' }),
  'tsconfig.json': `{
    "extends": "./base.json",
    "compilerOptions": {
      "OUTDIR": "dist", "rootDir": null, "declarationMap": true, "noUnusedLocals": false,
      "strict": false, "strictNullChecks": true,
    }, // yes
  }`,
  'base.json': '{ "compilerOptions": { "Declaration": true } }',
});

/** Options that are wrong, and what is said of them. */
const wrongOptions: [what: string, written: string, message: string][] = [
  ['a value of another kind', '"strict": "true"', 'Compiler option "strict" must be a boolean, not a string'],
  ['a list that is a text', '"lib": "es2022"', 'Compiler option "lib" must be a list, not a string'],
  [
    'an option without the one that it needs',
    '"declarationMap": true',
    'Compiler option "declarationMap" cannot be set without "declaration" or "composite"',
  ],
];

/** For each rule about tsconfig.json a project that it is about; `types-unfinished` has a test of its own. */
const configurations: Record<string, { bad: Contents; shown: object }> = {
  'tsconfig-syntax': {
    bad: acmeProject({ 'tsconfig.json': '{\n  "compilerOptions": { "strict" true }\n}' }),
    shown: { file: 'tsconfig.json', line: 2, column: 33 },
  },
  'tsconfig-extends-unread': {
    bad: acmeProject({ 'tsconfig.json': '{\n  "extends": "../base.json"\n}' }),
    shown: { file: 'tsconfig.json', line: 2, column: 14, message: expect.stringContaining('the file does not exist') },
  },
  'tsconfig-option': {
    bad: acmeProject({ 'tsconfig.json': '{ "compilerOptions": {\n  "strict": true, "outDirr": "dist"\n} }' }),
    shown: { file: 'tsconfig.json', line: 2, message: 'Unknown compiler option "outDirr"; did you mean "outDir"?' },
  },
  'types-not-strict': {
    bad: acmeProject({ 'tsconfig.json': '{ "compilerOptions": {\n  "strict": false, "outDir": "dist"\n} }' }),
    shown: { file: 'tsconfig.json', line: 2 },
  },
};

async function check(contents: Contents) {
  await using project = await openProject(contents);
  return await project.run(typesCheck);
}

const rules = everyRule(typesCheck.rules);

const fileOf = (name: string) => `nodes/${name}.node.ts`;

/** A project with these nodes, in place of the one that others have. */
const projectOf = (nodes: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>, scripts = {}) =>
  acmeProject(
    {
      [node]: undefined,
      ...Object.fromEntries(Object.entries(nodes).map(([name, text]) => [fileOf(name), text])),
      ...others,
    },
    {
      n8n: { nodes: Object.keys(nodes).map((name) => `dist/nodes/${name}.node.js`) },
      scripts: { build: 'n8n-node build', ...scripts },
    },
  );

const wrong = "export const limit: number = 'ten';";
const imported = "import { convert } from './convert';\nconvert();\n";
const convert = '// @ts-nocheck\nexport const convert = () => undefined;\n';

type Told = Awaited<ReturnType<typeof check>>;
let inBad: Told;
let inGood: Told;
let inWrong: Told;
let inRight: Told;
beforeAll(async () => {
  const nodesOf = (which: 'bad' | 'good') =>
    Object.fromEntries(Object.entries(sources).map(([code, one]) => [code, one[which]]));
  const bad = { ...nodesOf('bad'), otherCase: acmeNode({ top: "import format from './Format';\nformat();" }) };
  inBad = await check(projectOf(bad, { 'nodes/format.ts': 'export default () => {};' }));
  const top = "import { x } from 'untyped';\nexport const y: number = x + extra;";
  const good = {
    ...nodesOf('good'),
    declared: acmeNode({ top }),
    generated: `// @ts-nocheck\n// This file is auto-generated\n${acmeNode()}`,
  };
  const others = {
    'nodes/helper.ts': 'export default 1;',
    'types/untyped.d.ts': "declare module 'untyped' { export const x: number }\ndeclare const extra: number;",
    'test/acme.test.ts': wrong,
    'tools/unused.ts': wrong,
    'scripts/cli.ts': imported,
    'scripts/convert.ts': convert,
  };
  inGood = await check(projectOf(good, others, { generate: 'tsx scripts/cli.ts' }));
  const options = ['"outDir": "dist"', ...wrongOptions.map(([, written]) => written)].join(',\n');
  inWrong = await check(acmeProject({ 'tsconfig.json': `{ "compilerOptions": {\n${options}\n} }` }));
  inRight = await check(rightConfiguration);
});
const ofNode = (name: string) => inBad.findings.filter(({ file }) => file === fileOf(name));
const nothing = { findings: [], skipped: undefined };

describe.each(Object.entries(sources))('%s', (code, { shown }) => {
  test('is found', () => {
    expect(ofNode(code)).toMatchObject([{ code, ...shown }]);
    rules.raised(code, ofNode(code));
  });
  test('is not found', () => {
    expect(inGood).toEqual(nothing);
    rules.notRaised([code, 'types-unfinished'], inGood.findings);
  });
});

describe.each(Object.entries(configurations))('%s', (code, { bad, shown }) => {
  test('is found', async () => {
    const { findings } = await check(bad);
    expect(findings).toMatchObject([{ code, ...shown }]);
    rules.raised(code, findings);
  });
  test('is not found', () => {
    expect(inRight).toEqual(nothing);
    rules.notRaised([code, 'types-unfinished'], inRight.findings);
  });
});

test('what replaces the enum of connections is named, and the version in which it is only a type', async () => {
  const source = acmeNode().replaceAll('NodeConnectionTypes', 'NodeConnectionType');
  await using project = await openProject(acmeProject({ [node]: source }));
  const { findings } = await project.run(typesCheck);
  expect(findings).toMatchObject([{ code: 'types-error', fix: expect.stringContaining('Use `NodeConnectionTypes`') }]);
  expect((await project.run(loadCheck)).skipped).toMatch(/only a type in n8n-workflow \d+\.\d+\.\d+; see "types"/);
});

test('an import in another letter case names the file', () => {
  expect(ofNode('otherCase')).toMatchObject([
    { code: 'types-import-unresolved', fix: 'Write the import in the letter case of the file: nodes/format.ts.' },
  ]);
});

test('each of several nodes with a fault has one finding, and nothing else has', () => {
  expect(inBad.findings.map(({ file }) => file).sort()).toEqual(
    [...Object.keys(sources), 'otherCase'].map(fileOf).sort(),
  );
});

test('is not run when the compiler does not finish in our time, and compiled files are used', async () => {
  const slow = (real: Sandbox): Sandbox => ({
    isolation: 'slow',
    async run(job) {
      const { input } = job;
      const checks = typeof input === 'object' && input !== null && 'check' in input && input.check;
      return checks ? { kind: 'timeout', seconds: job.timeout, output: '' } : real.run(job);
    },
  });
  await using project = await openProject(acmeProject(), { sandbox: slow });
  expect(await project.run(typesCheck)).toMatchObject({
    findings: [],
    skipped: 'TypeScript did not finish: timed out after 40 s',
  });
  const { compiled } = await project.context.service(compiledProject);
  expect(Object.keys(compiled?.files ?? {})).toContain('dist/nodes/Acme/Acme.node.js');
});

test('types-unfinished is found when more is compiled than could be loaded', async () => {
  const top = `export const data = '${'x'.repeat(17 * 1024 * 1024)}';`;
  const { findings } = await check(acmeProject({ [node]: acmeNode({ top }) }));
  expect(findings).toMatchObject([
    { code: 'types-unfinished', message: expect.stringContaining('larger than 16 MiB') },
  ]);
  rules.raised('types-unfinished', findings);
});

test('a compiler that can not be run is no fault of the project', async () => {
  const none = (): Sandbox => ({
    isolation: 'none',
    run: async () => ({ kind: 'ended', reason: 'no bwrap', output: '' }),
  });
  await using project = await openProject(acmeProject(), { sandbox: none });
  await expect(project.run(typesCheck)).rejects.toThrow('TypeScript failed to run: no bwrap');
});

rules.seen();

describe('options of the project count', () => {
  const unused = acmeNode({ top: 'const left = 1;' });
  const withOptions = (options: string, typescript = '5.9.2') =>
    acmeProject(
      {
        [node]: unused,
        'tsconfig.json': `{ "compilerOptions": { "target": "es2022", "module": "commonjs", ${options} } }`,
      },
      { devDependencies: { typescript } },
    );

  test('what they ask for is found', async () => {
    expect((await check(withOptions('"noUnusedLocals": true'))).findings).toMatchObject([
      { message: expect.stringContaining('TS6133') },
    ]);
  });

  test('what they do not ask for is not', () => {
    expect(inRight.findings).toEqual([]);
  });

  test.each([
    '"moduleResolution": "node", "baseUrl": ".", "esModuleInterop": false, "outFile": "x.js"',
    '"target": "es5", "downlevelIteration": true, "module": "amd", "lib": ["es2022", "nonsense"]',
  ])('that TypeScript 7 does not know %s is nobody fault', async (options) => {
    expect((await check(withOptions(options))).findings).toEqual([]);
  });

  test('tests, and sources elsewhere that no declared file reaches, are not looked at', () => {
    expect(inGood.findings).toEqual([]);
  });

  test('declarations of the project are', () => {
    expect(inGood.findings).toEqual([]);
  });
});

describe('what can not be checked is skipped with the reason', () => {
  test.each<[string, Contents, string]>([
    [
      'a package in JavaScript',
      acmeProject({
        [node]: undefined,
        'credentials/AcmeApi.credentials.ts': undefined,
        'dist/nodes/Acme/Acme.node.js': '',
        'dist/credentials/AcmeApi.credentials.js': '',
      }),
      'the package is written in JavaScript',
    ],
    [
      'JavaScript that is copied',
      acmeProject({
        [node]: undefined,
        'credentials/AcmeApi.credentials.ts': undefined,
        'nodes/Acme/Acme.node.js': '',
        'credentials/AcmeApi.credentials.js': '',
      }),
      'the package is written in JavaScript',
    ],
    [
      'sources of a build that the repository keeps',
      acmeProject(
        {
          [node]: acmeNode({ top: "export const limit: number = 'ten';" }),
          'dist/nodes/Acme/Acme.node.js': '',
          'dist/credentials/AcmeApi.credentials.js': '',
        },
        { scripts: { test: 'node test.js' } },
      ),
      'no script of package.json builds dist/nodes/Acme/Acme.node.js, which is published as it is',
    ],
    ['no declared files', acmeProject({}, { n8n: {} }), 'declares no nodes and no credentials'],
    [
      'a generated node',
      acmeProject(
        { [node]: undefined, 'credentials/AcmeApi.credentials.ts': undefined },
        { scripts: { build: 'node make.js' } },
      ),
      '`node make.js`',
    ],
    ['no package.json', {}, 'package.json could not be read'],
  ])('%s', async (_, contents, reason) => {
    expect(await check(contents)).toEqual({ findings: [], skipped: expect.stringContaining(reason) });
  });
});

// Each has a line of its own in one configuration, from the third on.
test.each(wrongOptions.map((one, at) => [...one, at + 3] as const))(
  'tsconfig-option is found for %s',
  (_, _written, message, line) => {
    expect(inWrong.findings.filter((one) => one.line === line)).toMatchObject([{ code: 'tsconfig-option', message }]);
    expect(inWrong.findings).toHaveLength(wrongOptions.length);
  },
);

test('tsconfig-option is not found where its configuration sets what an option needs', () => {
  expect(inRight.findings).toEqual([]);
});

test('tsconfig-option is not found where the command line sets what an option needs', async () => {
  const config = { extends: './base.json', compilerOptions: { outDir: 'dist', declarationMap: true, strict: true } };
  const files = { 'base.json': '{}', 'tsconfig.json': JSON.stringify(config) };
  const { findings } = await check(acmeProject(files, { scripts: { build: 'tsc --declaration' } }));
  expect(findings).toEqual([]);
});

describe('tsconfig-option for an option that TypeScript 6 reports as deprecated', () => {
  const checkWith = (compilerOptions: object, typescript: string, build = 'tsc') => {
    const tsconfig = JSON.stringify({ compilerOptions: { outDir: 'dist', strict: true, ...compilerOptions } });
    return check(acmeProject({ 'tsconfig.json': tsconfig }, { scripts: { build }, devDependencies: { typescript } }));
  };
  const old = { module: 'commonjs', moduleResolution: 'Node' };

  test.each([
    ['^6.0.3', old, '"moduleResolution": "Node" is an error since TypeScript 6'],
    ['^7.0.0', { baseUrl: '.', ignoreDeprecations: '6.0' }, '"baseUrl" is an error in TypeScript 7'],
  ])('%s %j', async (typescript, options, message) => {
    const { findings } = await checkWith(options, typescript);
    expect(findings).toMatchObject([{ code: 'tsconfig-option', message: expect.stringContaining(message) }]);
  });

  test.each([
    ['^5.9.2', old, 'tsc'],
    ['>=5', old, 'tsc'],
    ['^6.0.3', { ...old, ignoreDeprecations: '6.0' }, 'tsc'],
    ['^6.0.3', old, 'tsc --ignoreDeprecations 6.0'],
    ['^6.0.3', { module: 'commonjs', moduleResolution: 'bundler', target: 'es2019', esModuleInterop: true }, 'tsc'],
    // Nobody knows what it reads.
    ['^6.0.3', old, 'tsup'],
  ])('not with %s, %j and `%s`', async (typescript, options, build) => {
    const { findings } = await checkWith(options, typescript, build);
    expect(findings.filter(({ code }) => code === 'tsconfig-option')).toEqual([]);
  });
});

test('tsconfig-option names the file that sets an inherited option, and says to override it', async () => {
  const found = async (own: object) => {
    const tsconfig = `{\n"extends": "./base.json", "compilerOptions": ${JSON.stringify(own)} }`;
    const files = {
      'base.json': '{ "compilerOptions": { "baseUrl": ".", "strict": true } }',
      'tsconfig.json': tsconfig,
    };
    const manifest = { scripts: { build: 'tsc' }, devDependencies: { typescript: '^6.0.3' } };
    return (await check(acmeProject(files, manifest))).findings.filter(({ code }) => code === 'tsconfig-option');
  };
  expect(await found({ outDir: 'dist' })).toMatchObject([
    {
      file: 'tsconfig.json',
      line: 2,
      message: expect.stringContaining('it is deprecated; base.json sets it'),
      fix: 'Override it in "compilerOptions" of tsconfig.json, with another value or null.',
    },
  ]);
  expect(await found({ outDir: 'dist', baseUrl: null })).toEqual([]);
});

test('tsconfig-option weighs less where no known compiler reads the configuration', async () => {
  const tsconfig = JSON.stringify({ compilerOptions: { outDir: 'dist', targett: 'es2022' } });
  const project = acmeProject({ 'tsconfig.json': tsconfig }, { scripts: { build: 'tsup' } });
  expect((await check(project)).findings).toMatchObject([{ code: 'tsconfig-option', severity: 'warning' }]);
});

test('a configuration in a package that cannot be fetched is reported as not checked', async () => {
  const tsconfig = JSON.stringify({ extends: '@acme/tsconfig', compilerOptions: { outDir: 'dist' } });
  await using project = await openProject(
    acmeProject(
      { 'tsconfig.json': tsconfig, [node]: acmeNode({ top: "\nexport const all = 'a'.replaceAll('a', 'b');" }) },
      { devDependencies: { typescript: '5.9.2', '@acme/tsconfig': 'git+https://git.example/tsconfig.git' } },
    ),
  );
  expect((await project.run(typesCheck)).findings).toEqual([]);
  expect(project.logged).toEqual([
    'not checked: "@acme/tsconfig" is not read: "git+https://git.example/tsconfig.git" is not a registry package, so its compiler options are unknown (tsconfig.json)',
  ]);
});

test('errors of types are not told where the lock file did not fit into the upload', async () => {
  const wrong = acmeNode({ top: "\nexport const limit: number = 'ten';" });
  await using project = await openProject(acmeProject({ [node]: wrong }));
  const toldWith = async (leftOut: Readonly<Record<string, string>>) => {
    const files = { ...project.context.files, absent: () => ({ missing: [], leftOut }) };
    const told: unknown[] = [];
    for await (const { code } of typesCheck.run({ ...project.context, files })) told.push(code);
    return told;
  };
  expect(await toldWith({ 'nodes/Acme/large.json': 'it is too large' })).toEqual(['types-error']);
  expect(await toldWith({ '../../pnpm-lock.yaml': 'it is too large' })).toEqual([]);
  expect(project.logged).toEqual([
    'not checked: ../../pnpm-lock.yaml was not uploaded (it is too large), so the installed versions are unknown (1 TypeScript error)',
  ]);
});

test('types-unchecked is not found for what a generator wrote', () => {
  expect(inGood.findings).toEqual([]);
});

test('types-unchecked is found in a script that a node imports, not in what only other scripts do', async () => {
  // `inGood` has both, and a script of package.json that runs them.
  expect(inGood.findings).toEqual([]);
  const top = "import { convert } from '../../scripts/convert';\nexport const converted = convert();";
  const scripts = { 'scripts/cli.ts': imported, 'scripts/convert.ts': convert, [node]: acmeNode({ top }) };
  const { findings } = await check(
    acmeProject(scripts, { scripts: { build: 'n8n-node build', generate: 'tsx scripts/cli.ts' } }),
  );
  expect(findings).toMatchObject([{ code: 'types-unchecked', file: 'scripts/convert.ts', line: 1 }]);
});

test('files on the host are neither read nor shown', async () => {
  const top =
    'import passwd from \'../../../../../../../../etc/passwd\';\n/// <reference path="/etc/hosts" />\nexport const x = passwd;';
  const tsconfig =
    '{ "extends": "/etc/passwd", "files": ["/etc/hostname"], "compilerOptions": { "paths": { "x": ["/etc/passwd"] }, "typeRoots": ["/etc"] } }';
  const { findings } = await check(
    acmeProject({ [node]: `/// <reference path="/etc/hosts" />\n${acmeNode({ top })}`, 'tsconfig.json': tsconfig }),
  );
  expect(findings.map(({ code }) => code).sort()).toEqual([
    'tsconfig-extends-unread',
    'types-error',
    'types-import-unresolved',
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/root:|localhost/);
});

test('a syntax error that n8n’s linter reports is not reported again', async () => {
  const broken = acmeNode({ top: '\nexport const x = {;' });
  expect(await check(acmeProject({ [node]: broken }))).toMatchObject({
    findings: [],
    skipped: 'the sources have syntax errors, which "nodes" reports',
  });
});

test('a node that is not declared is compiled by the build all the same, without tests', async () => {
  const { findings } = await check(
    acmeProject(
      {
        'nodes/Other/Other.node.ts':
          "import { Tool } from 'brought-by-another';\nexport const limit: number = 'ten';\nnew Tool();",
        'nodes/Other/Other.test.ts': "export const limit: number = 'ten';",
        'tsconfig.json': '{ "compilerOptions": { "strict": true, "outDir": "dist" }, "include": ["nodes/**/*.ts"] }',
      },
      { scripts: { build: 'tsc' } },
    ),
  );
  // Without a lock file it is not known which packages npm installs besides.
  expect(findings).toMatchObject([{ code: 'types-error', file: 'nodes/Other/Other.node.ts', line: 2 }]);
});

test('what a folder of the same name builds is not checked', async () => {
  const contents = acmeProject(
    {
      [node]: wrong,
      'packages/n8n/package.json': '{ "name": "n8n-nodes-acme", "scripts": { "build": "tsc" } }',
      'tsconfig.json': undefined,
    },
    { name: 'n8n-nodes-acme', scripts: { build: 'npm --prefix packages/n8n run build' } },
  );
  expect(await check(contents)).toEqual({ findings: [], skipped: expect.stringContaining('packages/n8n') });
});

test.each([
  ['rimraf dist && tsc && npm publish dist', 'dist'],
  ['tsc && cd dist && npm publish', 'dist'],
  // A copy has the build of the project.
  ['tsc && npm publish output', 'output'],
])('what `%s` builds is checked, with a copy of package.json in %s', async (build, folder) => {
  const manifest = { name: 'n8n-nodes-acme', scripts: { build } };
  const contents = acmeProject({ [node]: wrong, [`${folder}/package.json`]: JSON.stringify(manifest) }, manifest);
  expect((await check(contents)).findings).toMatchObject([{ code: 'types-error' }]);
});
