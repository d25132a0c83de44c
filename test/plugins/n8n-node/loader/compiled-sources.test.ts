import { beforeAll, describe, expect, test } from 'vitest';
import type { Observation } from '../../../../kernel/finding.ts';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { acmeNode, acmeNodes, acmeProject, fileOfNode } from '../acme-project.ts';
import { type Contents, openProject } from '../project-on-disk.ts';

async function load(contents: Contents) {
  await using project = await openProject(contents);
  return await project.run(loadCheck);
}

/** A configuration of TypeScript 5. */
const tsconfig = (options: Record<string, unknown> = {}, include?: readonly string[]) =>
  JSON.stringify({
    include,
    compilerOptions: {
      strict: true,
      module: 'commonjs',
      target: 'es2019',
      outDir: 'dist',
      resolveJsonModule: true,
      ...options,
    },
  });
const node = 'nodes/Acme/Acme.node.ts';
const declaredJavaScript = {
  'lib/typed.js': 'exports.typed = () => 1;',
  'lib/typed.d.ts': 'export declare function typed(): number;',
};

describe('what their own tsc would make loadable, loads', () => {
  const tops: Record<string, string> = {
    Decorators: `const seen: string[] = [];
      const mark = (target: object, key: string) => { seen.push(key); };
      class Marked { @mark x = 1 }
      if (seen[0] !== 'x' || !Marked) throw new Error(String(seen));`,
    DefaultImports: "import path from 'path';\npath.join('a');",
    ImportedJson: "import data from './data.json';\nif (data.a !== 1) throw new Error('no');",
    ReadJson: "import { readFileSync } from 'fs';\nJSON.parse(readFileSync(__dirname + '/data.json', 'utf8'));",
    OwnSyntax: `enum A { x = 'y' }
      namespace B { export const c = 1; }
      class C { constructor(readonly d = A.x) {} }
      if (new C().d !== 'y' || B.c !== 1) throw new Error('no');`,
    WrongTypes: "export const a: number = 'a';",
    JavaScript: "import { help } from './help';\nhelp();",
    DeclaredJavaScript: "import { typed } from '../lib/typed';\ntyped();",
  };
  let findings: readonly Observation[] = [];
  let skipped: string | undefined;
  beforeAll(async () => {
    const options = { experimentalDecorators: true, esModuleInterop: true, allowJs: true };
    const files = {
      'tsconfig.json': tsconfig(options),
      'nodes/data.json': '{ "a": 1 }',
      'nodes/help.js': 'exports.help = () => 1;',
      ...declaredJavaScript,
    };
    ({ findings, skipped } = await load(acmeNodes(tops, files)));
  });

  test.each(Object.keys(tops))('%s', (name) => {
    expect(skipped).toBeUndefined();
    expect(findings.filter(({ file }) => file === fileOfNode(name))).toEqual([]);
  });

  test.each<[string, Contents]>([
    [
      'src/ with a rootDir',
      acmeProject({
        [node]: undefined,
        'credentials/AcmeApi.credentials.ts': undefined,
        'src/nodes/Acme/Acme.node.ts': acmeNode({ top: "import { help } from '../../help';\nhelp();" }),
        'src/help.ts': 'export const help = () => 1;',
        'src/credentials/AcmeApi.credentials.ts': "export class AcmeApi { name = 'acmeApi'; }",
        'tsconfig.json': tsconfig({ rootDir: 'src' }),
      }),
    ],
    [
      'NodeNext, with extensions',
      acmeProject({
        [node]: acmeNode({ top: "import { help } from './help.js';\nhelp();" }),
        'nodes/Acme/help.ts': 'export const help = () => 1;',
        'tsconfig.json': tsconfig({ module: 'nodenext', moduleResolution: 'nodenext' }),
      }),
    ],
    [
      'helpers of tslib that n8n installs',
      acmeProject(
        {
          [node]: acmeNode({ top: 'export const f = async ({ ...a }) => ({ ...a });' }),
          'tsconfig.json': tsconfig({ importHelpers: true, target: 'es2015' }),
        },
        { dependencies: { tslib: '2' } },
      ),
    ],
  ])('%s', async (_, contents) => {
    expect(await load(contents)).toEqual({ findings: [], skipped: undefined });
  });
});

describe('what would fail there fails here, in the line of the source', () => {
  const rows: Record<string, [top: string, code: string, line?: number]> = {
    TypeAsValue: [
      "import type { NodeConnectionType } from 'n8n-workflow';\n\nexport const main = (NodeConnectionType as any).Main;",
      'load-threw',
      4,
    ],
    Alias: ["import { help } from '@/help';\nhelp();", 'load-module-missing', 2],
    JavaScript: ["import { old } from './old';\nold();", 'load-module-missing', 2],
    Unpublished: ["import lib = require('../../lib/lib.js');\nlib();", 'load-module-missing', 2],
    FileOfN8n: ["import { x } from 'n8n-workflow/dist/Interfaces';\nx();", 'load-module-missing', 2],
    DefaultImport: ["import path from 'path';\npath.join('a');", 'load-threw', 3],
  };
  let findings: readonly Observation[] = [];
  beforeAll(async () => {
    const tops = Object.fromEntries(Object.entries(rows).map(([name, [top]]) => [name, top]));
    const namespace = "import * as assert from 'assert';\n(assert as unknown as (ok: boolean) => void)(true);";
    const files = {
      'tsconfig.json': tsconfig({ esModuleInterop: false, paths: { '@/*': ['./nodes/*'] } }),
      'nodes/help.ts': 'export const help = () => 1;',
      'nodes/old.js': 'exports.old = () => 1;',
      'lib/lib.js': 'module.exports = () => 1;',
    };
    ({ findings } = await load(acmeNodes({ ...tops, NamespaceWithoutInterop: namespace }, files)));
  });

  test.each(Object.entries(rows))('%s', (name, [, code, line]) => {
    const found = findings.filter(({ file }) => file === fileOfNode(name));
    expect(found).toMatchObject([{ code, line }]);
  });

  test('what replaces a value that is only a type is named', () => {
    const [found] = findings.filter(({ file }) => file === fileOfNode('TypeAsValue'));
    expect(found?.fix).toContain('Use `NodeConnectionTypes`');
  });

  test('a namespace that is a function is one without esModuleInterop', () => {
    expect(findings.map(({ file }) => file)).not.toContain(fileOfNode('NamespaceWithoutInterop'));
  });

  // What fails is no line of theirs, but one that the compiler added.
  test('CommonJS in a package of ECMAScript modules', async () => {
    const { findings } = await load(acmeNodes({ Acme: '' }, {}, { type: 'module' }));
    expect(findings).toMatchObject([
      { code: 'load-module-format', file: expect.toBeOneOf([fileOfNode('Acme'), 'package.json']) },
    ]);
  });

  describe('as their own configuration says', () => {
    let findings: readonly Observation[] = [];
    beforeAll(async () => {
      const tops = {
        Declared: "import { typed } from '../lib/typed';\ntyped();",
        Helped: 'export const f = async ({ ...a }) => ({ ...a });',
      };
      const options = { allowJs: true, importHelpers: true, target: 'es2015' };
      const files = { ...declaredJavaScript, 'tsconfig.json': tsconfig(options, ['credentials', 'nodes']) };
      ({ findings } = await load(acmeNodes(tops, files, { devDependencies: { tslib: '2' } })));
    });

    test.each([
      ['JavaScript with declarations, which the configuration does not include', 'Declared'],
      ['helpers of tslib that n8n does not install', 'Helped'],
    ])('%s', (_, name) => {
      const found = findings.filter(({ file }) => file === fileOfNode(name));
      expect(found).toMatchObject([{ code: 'load-module-missing' }]);
      // One of each.
      expect(findings).toHaveLength(2);
    });
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
    ['a tsconfig that does not parse', acmeProject({ 'tsconfig.json': '{' }), 'tsconfig.json cannot be read'],
  ])('%s', async (_, contents, reason) => {
    const { findings, skipped } = await load(contents);
    expect(findings).toEqual([]);
    expect(skipped).toContain(reason);
  });
});

test('problems are reported in addition to unknown parts, which are logged', async () => {
  const tops = {
    Wrong: "throw new Error('no');",
    Unknown: "import { limit } from 'limits';\nif (limit !== 10) throw new Error('no limit');",
  };
  await using project = await openProject(acmeNodes(tops, {}, { dependencies: { limits: '1' } }));
  const { findings } = await project.run(loadCheck);
  expect(findings.map(({ code }) => code)).toEqual(['load-threw']);
  expect(project.logged).toEqual([
    expect.stringContaining('without limits'),
    'not checked: dependencies do not run here: stubs replaced them (limits)',
  ]);
});

test('what the repository has is loaded where nothing builds it, and not its sources', async () => {
  const files = {
    [node]: acmeNode({ top: "throw new Error('no');" }),
    'dist/nodes/Acme/Acme.node.js':
      "exports.Acme = class Acme { constructor() { this.description = { name: 'acme', version: 1, properties: [] }; } };",
    'dist/credentials/AcmeApi.credentials.js':
      "exports.AcmeApi = class AcmeApi { constructor() { this.name = 'acmeApi'; this.properties = []; } };",
  };
  const { findings } = await load(acmeProject(files, { scripts: { test: 'node test.js' } }));
  expect(findings).toEqual([]);
  expect((await load(acmeProject(files))).findings).toMatchObject([{ file: node }]);
});
