import { beforeAll, describe, expect, it } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import { compatibilityCheck } from '../../../../../plugins/n8n-node/checks/compatibility/check.ts';
import { hasOtherCause } from '../../../../../plugins/n8n-node/checks/compatibility/types-against.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { everyRule } from '../../every-rule.ts';
import { currentKit as current, previousKit as previous } from '../../installed-n8n.ts';
import { openProject } from '../../project-on-disk.ts';

/** Something that n8n-workflow has since version 2, and something that it has had before. */
const newer = 'NodeVersionNotFoundError';
const older = 'NodeOperationError';

const seen = (node: string, manifest = {}) => seenTogether({ Acme: node }, manifest);

const fileOf = (name: string) => `nodes/Acme/${name}.node.ts`;

/** What is found in one project of several nodes. */
async function seenTogether(nodes: Readonly<Record<string, string>>, manifest = {}) {
  const sources = Object.entries(nodes).map(([name, node]) => [
    fileOf(name),
    node.replace('class Acme ', `class ${name} `).replace("name: 'acme'", `name: '${name.toLowerCase()}'`),
  ]);
  const n8n = {
    nodes: Object.keys(nodes).map((name) => `dist/nodes/Acme/${name}.node.js`),
    credentials: ['dist/credentials/AcmeApi.credentials.js'],
  };
  await using project = await openProject(acmeProject(Object.fromEntries(sources), { n8n, ...manifest }));
  return { ...(await project.run(compatibilityCheck)), logged: project.logged };
}

const extending = (name: string) =>
  acmeNode({
    top: `import * as host from 'n8n-workflow';\nclass Failure extends (host as any).${name} {}`,
    members: 'failure = Failure;',
  });
const calling = (expression: string) =>
  acmeNode({ members: `async trigger(this: import('n8n-workflow').IExecuteFunctions) { return ${expression}; }` });

const tests = ['this.isToolExecution?.()', "this.isToolExecution ? 'new' : 'old'"];

const rules = everyRule(compatibilityCheck.rules);

describe('compatibility with the n8n before', () => {
  it('compares two versions of n8n-workflow', () => {
    expect(previous.workflow).toMatch(/^1\./);
    expect(current.workflow).toMatch(/^2\./);
  });

  it('reports nothing for a compatible project, and shows the matrix', async () => {
    const { findings, skipped, logged } = await seen(acmeNode());
    expect({ findings, skipped }).toEqual({ findings: [], skipped: undefined });
    expect(logged.slice(-5).map((line) => line.split(/ {2,}/))).toEqual([
      ['n8n', previous.n8n, current.n8n],
      ['n8n-workflow', previous.workflow, current.workflow],
      ['acme', 'loads', 'loads'],
      ['acmeApi', 'loads', 'loads'],
      ['types', 'no errors', 'no errors'],
    ]);
  });

  describe('of several nodes', () => {
    let findings: Observation[];
    let logged: string[];
    beforeAll(async () => {
      const nodes = {
        Acme: extending(newer),
        Older: extending(older),
        Neither: extending('NoSuchError'),
        Calls: calling('this.isToolExecution()'),
        Known: calling('[this.isStreaming(), this.isNothing()]'),
        Tests: calling(`[${tests.join()}]`),
        Models: acmeNode({
          top: "const { BaseMessage } = require('@langchain/core/messages');",
          members: 'of = BaseMessage;',
        }),
      };
      ({ findings, logged } = await seenTogether(nodes));
    });
    const findingsOf = (name: string) => findings.filter(({ file }) => file === fileOf(name));

    it('compatibility-load: a class of n8n-workflow that is new', () => {
      expect(findingsOf('Acme')).toEqual([
        {
          code: 'compatibility-load',
          message: expect.stringContaining(
            `fails to load with n8n-workflow ${previous.workflow}: Class extends value undefined`,
          ),
          file: 'nodes/Acme/Acme.node.ts',
        },
      ]);
      rules.raised('compatibility-load', findings);
      const row = logged.find((line) => line.startsWith('acme '));
      expect(row?.split(/ {2,}/)).toEqual(['acme', 'fails to load', 'loads']);
      expect(logged.at(-1)).toBe(`in n8n ${current.n8n}: acme loads (before: fails to load)`);
    });

    it.each(['Older', 'Neither'])('not compatibility-load: a class that exists in both or in neither: %s', (name) => {
      expect(findingsOf(name)).toEqual([]);
      rules.notRaised('compatibility-load', findingsOf(name));
    });

    it('compatibility-types: a function that is new, with its location', () => {
      expect(findingsOf('Calls')).toMatchObject([
        {
          code: 'compatibility-types',
          message: expect.stringContaining("TS2339: Property 'isToolExecution'"),
          file: 'nodes/Acme/Calls.node.ts',
          line: 18,
        },
      ]);
      rules.raised('compatibility-types', findings);
    });

    it('not compatibility-types: a function that exists in both or in neither', () => {
      expect(findingsOf('Known')).toEqual([]);
      rules.notRaised('compatibility-types', findingsOf('Known'));
    });

    it('not compatibility-types: a function that is new, where the code tests whether it is there', () => {
      expect(findingsOf('Tests')).toEqual([]);
    });

    it('not compatibility-load: a module that n8n depended on indirectly', () => {
      const row = logged.find((line) => line.startsWith('models '));
      expect(row?.split(/ {2,}/)).toEqual(['models', 'loads', 'loads']);
    });

    it('nothing else', () => {
      expect(findings).toHaveLength(2);
    });
  });

  it('does not say that a node fails which may do so here only', async () => {
    const node = acmeNode({ top: "if (require('acme-client').size !== 7) throw new Error('wrong client');" });
    const { findings, logged } = await seen(node, { dependencies: { 'acme-client': '1.0.0' } });
    expect(findings).toEqual([]);
    const row = logged.find((line) => line.startsWith(`dist/${fileOf('Acme').replace('.ts', '.js')}`));
    expect(row?.split(/ {2,}/).slice(1)).toEqual(['not checked', 'not checked']);
    expect(logged).toContain('not checked: not loaded; see "load" (dist/nodes/Acme/Acme.node.js)');
  });

  it('is skipped for a package that asks for n8n 2, or for what only n8n 2 has', async () => {
    const asks = { peerDependencies: { 'n8n-workflow': '^2.0.0' } };
    expect(await seen(extending(newer), asks)).toMatchObject({
      findings: [],
      skipped: `the package requires n8n-workflow ^2.0.0, not ${previous.workflow} (n8n ${previous.n8n})`,
    });
    const sdk = { n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'], aiNodeSdkVersion: 1 } };
    expect((await seen(extending(newer), sdk)).skipped).toContain('AI node SDK');
  });

  describe('for a project that is built with an n8n-workflow of before', () => {
    const built = { peerDependencies: { 'n8n-workflow': previous.workflow } };
    const lost = 'setSignatureValidationRequired';

    let together: Awaited<ReturnType<typeof seenTogether>>;
    beforeAll(async () => {
      const nodes = {
        Acme: calling(`this.${lost}()`),
        Thrice: calling(`this.${lost} && typeof this.${lost} && typeof this.${lost}`),
        Tested: calling(`'${lost}' in this ? 1 : this.isStreaming()`),
      };
      together = await seenTogether(nodes, built);
    });
    const findingsOf = (name: string) => together.findings.filter(({ file }) => file === fileOf(name));

    it('compatibility-gone: a call of a function that was removed', () => {
      expect(findingsOf('Acme')).toMatchObject([
        {
          code: 'compatibility-gone',
          message: expect.stringContaining(`with n8n-workflow ${current.workflow}: TS2339: Property '${lost}'`),
          file: 'nodes/Acme/Acme.node.ts',
          line: 18,
        },
      ]);
      rules.raised('compatibility-gone', findingsOf('Acme'));
    });

    it('compatibility-current-types: a difference without effect at runtime', async () => {
      const { findings } = await seen(calling(`this.${lost} && typeof this.${lost}`), built);
      expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['compatibility-current-types']));
      rules.raised('compatibility-current-types', findings);
    });

    it('an error that occurs three times is reported once', () => {
      const three = { message: expect.stringMatching(/\(and 2 more\)$/), line: 18 };
      expect(findingsOf('Thrice')).toMatchObject([three]);
      expect(together.findings).toHaveLength(2);
    });

    it('only what is certain beside an import that does not resolve', async () => {
      const importing = "import type { IDeferredPromise } from 'n8n-workflow/dist/cjs/deferred-promise';";
      const top = `${importing} interface Wait extends IDeferredPromise<string> { name: string }`;
      const follows = 'waits(wait: Wait): { promise: Promise<string> } { return { ...wait }; }';
      const calls = `calls(this: IExecuteFunctions) { this.${lost}(); }`;
      const { findings } = await seen(acmeNode({ top, members: `${follows}\n${calls}` }), built);
      expect(findings.map(({ code, line }) => `${line} ${code}`)).toEqual([
        '2 compatibility-current-types',
        '19 compatibility-gone',
      ]);
    });

    it('only types: a call after a test that the function exists', async () => {
      const { findings } = await seen(calling(`typeof this.${lost} === 'function' && this.${lost}()`), built);
      expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['compatibility-current-types']));
    });

    it('neither: a function whose existence is tested first', () => {
      // Nor is it one of several places.
      expect(JSON.stringify(together.findings)).not.toContain('Tested');
      expect(together.skipped).toBeUndefined();
      rules.notRaised(['compatibility-gone', 'compatibility-current-types'], findingsOf('Tested'));
    });
  });

  describe('for a project that is built with an n8n-workflow that cannot be fetched', () => {
    const built = { peerDependencies: { 'n8n-workflow': '2.0.999' } };
    const importing = (use: string) => acmeNode({ top: "import { ensureError } from 'n8n-workflow';", members: use });
    let findings: Observation[];
    beforeAll(async () => {
      const nodes = {
        Acme: importing('failed = (error: unknown) => ensureError(error);'),
        OnlyType: importing('failed?: typeof ensureError;'),
        OfItsOwn: acmeNode({
          members: "async list(this: import('n8n-workflow').IExecuteFunctions) { return this.listOrders(); }",
        }),
      };
      ({ findings } = await seenTogether(nodes, built));
    });

    it('compatibility-gone: a function that is not exported any more', () => {
      expect(findings).toMatchObject([
        { code: 'compatibility-gone', message: expect.stringContaining("has no exported member 'ensureError'") },
      ]);
    });

    it('nothing else, as it may be right with that version', () => {
      expect(findings).toHaveLength(1);
      expect(JSON.stringify(findings)).not.toContain('OnlyType');
      // A method that no release had is not gone.
      expect(JSON.stringify(findings)).not.toContain('OfItsOwn');
    });
  });

  it.each([
    [true, "TS6133: 'help' is declared but its value is never read."],
    [true, "TS2304: Cannot find name 'Buffer'."],
    [true, "TS2307: Cannot find module 'form-data' or its corresponding type declarations."],
    [
      true,
      'TS2345: Argument of type \'import("/node_modules/n8n-workflow/dist/interfaces").IOne\' is not assignable to parameter of type \'import("/node_modules/@n8n/ai-utilities/node_modules/n8n-workflow/dist/interfaces").IOne\'.',
    ],
    [false, "TS2307: Cannot find module 'n8n-workflow/common'."],
    [
      false,
      'TS2345: Argument of type \'import("/node_modules/n8n-workflow/dist/interfaces").IOne\' is not assignable.',
    ],
  ])('another cause than n8n-workflow: %j, %s', (other, message) => {
    expect(hasOtherCause(message)).toBe(other);
  });

  it('looks at published packages as they load', async () => {
    const node = `const { ${newer} } = require('n8n-workflow');
exports.Acme = class Acme {
  description = { name: 'acme', displayName: 'Acme', version: 1, properties: [] };
  failure = class extends ${newer} {};
  async execute() {}
};`;
    await using project = await openProject(
      {
        'package.json': JSON.stringify({ name: 'n8n-nodes-acme', n8n: { nodes: ['dist/Acme.node.js'] } }),
        'dist/Acme.node.js': node,
      },
      { mode: 'package' },
    );
    const { findings } = await project.run(compatibilityCheck);
    expect(findings.map(({ code, file }) => [code, file])).toEqual([['compatibility-load', 'dist/Acme.node.js']]);
    expect(project.logged.at(-1)).toMatch(/: acme loads/);
  });

  rules.seen();
});
