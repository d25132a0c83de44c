import { describe, expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/load/load-check.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

async function load(contents: Contents) {
  await using project = await openProject(contents);
  return await project.run(loadCheck);
}

const tsconfig = (options: string, rest = '') =>
  `{ "compilerOptions": { "strict": true, "module": "commonjs", "target": "es2019", "outDir": "dist", ${options} }${rest} }`;
const node = 'nodes/Acme/Acme.node.ts';

describe('sources are compiled the way their own tsc would', () => {
  test.each<[string, Contents]>([
    [
      'src/ with a rootDir',
      acmeProject({
        [node]: undefined,
        'credentials/AcmeApi.credentials.ts': undefined,
        'src/nodes/Acme/Acme.node.ts': acmeNode({ top: "import { help } from '../../help';\nhelp();" }),
        'src/help.ts': 'export const help = () => 1;',
        'src/credentials/AcmeApi.credentials.ts': "export class AcmeApi { name = 'acmeApi'; }",
        'tsconfig.json': tsconfig('"rootDir": "src"'),
      }),
    ],
    [
      'decorators of the old kind',
      acmeProject({
        [node]: acmeNode({
          top: 'const seen: string[] = [];\nconst mark = (target: object, key: string) => { seen.push(key); };\nclass Marked { @mark x = 1 }\nif (seen[0] !== "x" || !Marked) throw new Error(String(seen));',
        }),
        'tsconfig.json': tsconfig('"experimentalDecorators": true'),
      }),
    ],
    [
      'default imports of CommonJS modules, with esModuleInterop',
      acmeProject({
        [node]: acmeNode({ top: "import path from 'path';\npath.join('a');" }),
        'tsconfig.json': tsconfig('"esModuleInterop": true'),
      }),
    ],
    [
      'namespaces that are functions, without esModuleInterop',
      acmeProject({
        [node]: acmeNode({
          top: "import * as assert from 'assert';\n(assert as unknown as (ok: boolean) => void)(true);",
        }),
        'tsconfig.json': tsconfig('"esModuleInterop": false'),
      }),
    ],
    [
      'JSON that is imported',
      acmeProject({
        [node]: acmeNode({ top: "import data from './data.json';\nif (data.a !== 1) throw new Error('no');" }),
        'nodes/Acme/data.json': '{ "a": 1 }',
      }),
    ],
    [
      'JSON that tsconfig includes and the node reads',
      acmeProject({
        [node]: acmeNode({
          top: "import { readFileSync } from 'fs';\nimport { join } from 'path';\nJSON.parse(readFileSync(join(__dirname, 'data.json'), 'utf8'));",
        }),
        'nodes/Acme/data.json': '{ "a": 1 }',
      }),
    ],
    [
      'NodeNext, with extensions',
      acmeProject({
        [node]: acmeNode({ top: "import { help } from './help.js';\nhelp();" }),
        'nodes/Acme/help.ts': 'export const help = () => 1;',
        'tsconfig.json': tsconfig('"module": "nodenext", "moduleResolution": "nodenext"').replace(
          '"module": "commonjs", ',
          '',
        ),
      }),
    ],
    [
      'enums, namespaces and parameter properties',
      acmeProject({
        [node]: acmeNode({
          top: "enum A { x = 'y' }\nnamespace B { export const c = 1; }\nclass C { constructor(readonly d = A.x) {} }\nif (new C().d !== 'y' || B.c !== 1) throw new Error('no');",
        }),
      }),
    ],
    [
      'JavaScript among TypeScript, with allowJs',
      acmeProject({
        [node]: acmeNode({ top: "import { help } from './help';\nhelp();" }),
        'nodes/Acme/help.js': 'exports.help = () => 1;',
        'tsconfig.json': tsconfig('"allowJs": true'),
      }),
    ],
    ['types that are wrong', acmeProject({ [node]: acmeNode({ top: "export const a: number = 'a';" }) })],
    [
      'helpers of tslib that n8n installs',
      acmeProject(
        {
          [node]: acmeNode({ top: 'export const f = async ({ ...a }) => ({ ...a });' }),
          'tsconfig.json': tsconfig('"importHelpers": true').replace('es2019', 'es2015'),
        },
        { dependencies: { tslib: '2' } },
      ),
    ],
  ])('%s', async (_, contents) => {
    expect(await load(contents)).toEqual({ findings: [], skipped: undefined });
  });
});

describe('what would fail there fails here', () => {
  test.each<[string, string, Contents, number?]>([
    [
      'a type that is used as a value',
      'load-threw',
      acmeProject({
        [node]: acmeNode({
          top: "import type { NodeConnectionType } from 'n8n-workflow';\n\nexport const main = (NodeConnectionType as any).Main;",
        }),
      }),
      4,
    ],
    [
      'a default import of a CommonJS module, without esModuleInterop',
      'load-threw',
      acmeProject({
        [node]: acmeNode({ top: "import path from 'path';\npath.join('a');" }),
        'tsconfig.json': tsconfig('"esModuleInterop": false'),
      }),
      3,
    ],
    [
      'an alias of tsconfig, which only TypeScript knows',
      'load-module-missing',
      acmeProject({
        [node]: acmeNode({ top: "import { help } from '@/help';\nhelp();" }),
        'nodes/help.ts': 'export const help = () => 1;',
        'tsconfig.json': tsconfig('"paths": { "@/*": ["./nodes/*"] }'),
      }),
      2,
    ],
    [
      'JavaScript among TypeScript, without allowJs',
      'load-module-missing',
      acmeProject({
        [node]: acmeNode({ top: "import { help } from './help';\nhelp();" }),
        'nodes/Acme/help.js': 'exports.help = () => 1;',
      }),
      2,
    ],
    [
      'a file that is not published',
      'load-module-missing',
      acmeProject({
        [node]: acmeNode({ top: "import help = require('../../../lib/help.js');\nhelp();" }),
        'lib/help.js': 'module.exports = () => 1;',
      }),
      2,
    ],
    // What fails is no line of theirs, but one that the compiler added.
    ['ECMAScript modules in a package of CommonJS', 'load-threw', acmeProject({}, { type: 'module' })],
    [
      'helpers of tslib that n8n does not install',
      'load-module-missing',
      acmeProject(
        {
          [node]: acmeNode({ top: 'export const f = async ({ ...a }) => ({ ...a });' }),
          'tsconfig.json': tsconfig('"importHelpers": true').replace('es2019', 'es2015'),
        },
        { devDependencies: { tslib: '2' } },
      ),
    ],
    [
      'a file of n8n-workflow that it does not have',
      'load-module-missing',
      acmeProject({ [node]: acmeNode({ top: "import { x } from 'n8n-workflow/dist/Interfaces';\nx();" }) }),
      2,
    ],
  ])('%s', async (_, code, contents, line) => {
    const { findings } = await load(contents);
    expect(findings).toMatchObject([
      { code, file: node, ...(line && { line }) },
      ...findings.slice(1).map(() => ({ code })),
    ]);
  });
});

describe('what can not be known is not judged', () => {
  test.each<[string, Contents, string]>([
    [
      'sources that a step of the build makes',
      acmeProject({ [node]: undefined, 'templates/node.hbs': '' }, { scripts: { build: 'node scripts/generate.js' } }),
      '`node scripts/generate.js`',
    ],
    [
      'imports that a bundler resolves',
      acmeProject(
        { [node]: acmeNode({ top: "import axios from 'axios';\naxios.get('x');" }) },
        { scripts: { build: 'tsup' }, devDependencies: { axios: '1' } },
      ),
      '`tsup`',
    ],
    [
      'what a dependency does that is not here',
      acmeProject(
        {
          [node]: acmeNode({ top: "import { limit } from 'limits';\nif (limit !== 10) throw new Error('no limit');" }),
        },
        { dependencies: { limits: '1' } },
      ),
      'without limits',
    ],
    ['a tsconfig that does not parse', acmeProject({ 'tsconfig.json': '{' }), 'tsconfig.json can not be read'],
  ])('%s', async (_, contents, reason) => {
    const { findings, skipped } = await load(contents);
    expect(findings.filter(({ code }) => code !== 'load-with-stand-ins')).toEqual([]);
    expect(skipped).toContain(reason);
  });
});
