import { beforeAll, describe, expect, it } from 'vitest';
import type { Mode } from '../../../../../kernel/check.ts';
import type { Observation } from '../../../../../kernel/finding.ts';
import { securityCheck } from '../../../../../plugins/n8n-node/checks/security/check.ts';
import { everyRule } from '../../every-rule.ts';
import { type Contents, openProject } from '../../project-on-disk.ts';
import { casesIn } from '../../rule-case.ts';
import { sharedProject } from '../../shared-project.ts';
import { dataRows, type Row } from './data-rows.ts';
import { requireRows } from './require-rows.ts';

const manifest = JSON.stringify({ name: 'n8n-nodes-acme', description: 'Acme for n8n' });

async function findings(contents: Contents, mode: Mode = 'project') {
  await using project = await openProject({ 'package.json': manifest, ...contents }, { mode });
  return (await project.run(securityCheck)).findings;
}

/** For files that change nothing of what is found in others, as hosts of services do: only one test may have some. */
const inProject = sharedProject((contents) => findings(contents));
const inPackage = sharedProject((contents) => findings(contents, 'package'));

const codesOf = (found: readonly Observation[]) => [...new Set(found.map(({ code }) => code))];

/** Put together here, so that no scanner takes this file for one that gives secrets away. */
const githubToken = `ghp_${'a8Kd92nVbQ0zXyW3rT5uJ7mLpC4eHf6gS1Rk'}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hiddenProgram = base64(`const cp = require('child_process'); ${'// nothing to see here\n'.repeat(12)}`);
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(400, 7)]).toString('base64');

/** One row a way to do it, and what looks like it and is fine. */
const written: readonly Row[] = [
  ['security-indirect-eval', '(0, eval)(code);', "typeof eval === 'function';"],
  ['security-indirect-eval', 'const run = eval; run(code);', 'function test(eval) { return eval; }'],
  ['security-indirect-eval', 'const Make = Function; new Make(code)();', 'value instanceof Function;'],
  ['security-indirect-eval', "(() => {}).constructor('return this')();", 'new this.constructor(options);'],
  ['security-indirect-eval', "[].filter['constr' + 'uctor'](code);", 'error.constructor.name;'],
  ['security-indirect-eval', '[].constructor.constructor(code)();', '[].constructor === value.constructor;'],
  [
    'security-indirect-eval',
    'const Async = Object.getPrototypeOf(async function () {}).constructor; new Async(code);',
    'const Async = Object.getPrototypeOf(async function () {}).constructor; value instanceof Async;',
  ],
  ['security-indirect-eval', 'Reflect.construct(Function, [code]);', 'Reflect.construct(Acme, [code], Function);'],
  ['security-indirect-eval', "Function.prototype.constructor('x');", 'Function.prototype.bind.call(method, this);'],
  [
    'security-hidden-global',
    'const root = (function () { return this; })(); root.process.exit();',
    'const root = (function () { return this.value; })(); root.process.exit();',
  ],
  ['security-hidden-global', "const g = globalThis;\ng['pro' + 'cess'];", "const g = { process };\ng['pro' + 'cess'];"],
  ['security-hidden-global', "Reflect.get(globalThis, 'process');", "Reflect.get(options, 'process');"],
  [
    'security-hidden-global',
    'const { process: p } = (function () { return this; })();',
    'const { process: p } = (function () { return options; })();',
  ],
  ['security-host-modules', "module.constructor._load('fs');", 'this.module.constructor;'],
  ['security-host-modules', 'delete require.cache[id];', 'delete this.cache[id];'],
  ['security-host-modules', 'require.main.filename;', 'if (require.main === module) start();'],
  ['security-host-modules', 'module.parent.children;', 'module.exports = { children };'],
  [
    'security-host-modules',
    "require('n8n-workflow').NodeHelpers.getNodeParameters = () => null;",
    "const { NodeApiError } = require('n8n-workflow'); new NodeApiError(node, {}).context = {};",
  ],
  [
    'security-host-modules',
    "import { NodeHelpers as helpers } from 'n8n-workflow'; (helpers as any).getNodeParameters = () => null;",
    "import { NodeHelpers } from 'n8n-workflow'; function set(NodeHelpers) { NodeHelpers.value = 1; }",
  ],
  [
    'security-host-modules',
    "const workflow = require('n8n-workflow'); Object.assign(workflow.NodeHelpers, { getContext });",
    "const workflow = require('n8n-workflow'); Object.assign({}, workflow.NodeHelpers, { getContext });",
  ],
  [
    'security-encoded-payload',
    `const name = Buffer.from('${base64('child_process')}', 'base64').toString();`,
    `const name = Buffer.from('${base64('hello there')}', 'base64').toString();`,
  ],
  ['security-encoded-payload', `start(atob('${base64('https://a.b/c')}'));`, "start(atob(parameters.get('file')));"],
  [
    'security-encoded-payload',
    'open(String.fromCharCode(104, 116, 116, 112, 115, 58, 47, 47, 97, 46, 98));',
    'const line = String.fromCharCode(13, 10);',
  ],
  ['security-encoded-payload', "const a = '\\x70\\x72\\x6f\\x63\\x65\\x73\\x73';", "const a = '\\x1b[31m\\u00e9';"],
  ['security-encoded-payload', `const code = '${hiddenProgram}';`, `const icon = '${png}';`],
  [
    'security-encoded-payload',
    `const code = ${(hiddenProgram.match(/.{1,40}/g) ?? []).map((part) => `'${part}'`).join(' + ')};`,
    `const code = ${(png.match(/.{1,40}/g) ?? []).map((part) => `'${part}'`).join(' + ')};`,
  ],
  [
    'security-obfuscated-code',
    'const _0x1a2b = [1]; function _0x3c4d(_0x5e6f, _0x7a8b) { return _0x1a2b[_0x5e6f + _0x9c0d]; }',
    'const _0x1a2b = 0x1a2b; const mask = 0xffff; use(_0x1a2b & mask);',
  ],
  [
    'security-obfuscated-code',
    Array.from({ length: 40 }, (_, index) => `a["b${index}"]["c"]();`).join('\n'),
    Array.from({ length: 40 }, (_, index) => `a["x-b${index}"].c();`).join('\n'),
  ],
  [
    'security-obfuscated-code',
    Array.from({ length: 40 }, (_, index) => `Color["${String.fromCharCode(97 + (index % 26))}${index}"]();`).join(
      '\n',
    ),
    Array.from({ length: 40 }, (_, index) => `Color[Color["B${index}"] = ${index}] = "B${index}";`).join('\n'),
  ],
  [
    'security-minified-code',
    Array.from({ length: 60 }, (_, index) => `const a${index}=${index};`).join(''),
    `const table = [${Array.from({ length: 600 }, (_, index) => `{ name: 'Name ${index}', value: ${index} }`).join(', ')}];`,
  ],
  ['security-unreadable-source', 'const a = {;', 'const a = {};'],
  ['security-unreadable-source', `${'['.repeat(3000)}${']'.repeat(3000)}`, `${'['.repeat(100)}${']'.repeat(100)}`],
  [
    'security-undisclosed-host',
    "await request('https://collect.metrics-corp.io/v1');",
    "await request('https://api.acme.com/v1');",
  ],
  [
    'security-undisclosed-host',
    "const options = { baseURL: 'https://other-service.dev' };",
    "const field = { placeholder: 'https://other-service.dev', inputPlaceholder: 'https://other-service.dev', description: 'https://other-service.dev' };",
  ],
  [
    'security-undisclosed-host',
    "await request('https://documented-service.dev/xss');",
    "const rule = { documentation: 'https://documented-service.dev/xss', references: 'https://documented-service.dev' };",
  ],
  [
    'security-undisclosed-host',
    "const explorerUrl = 'https://explored-service.dev/tx'; await request(explorerUrl);",
    "function getExplorerUrl(chain) { switch (chain) { case 'a': return 'https://explored-service.dev/tx/' + chain; } } const one = { explorerUrl: 'https://explored-service.dev/tx/' + id() };",
  ],
  [
    'security-undisclosed-host',
    "const options = { method: 'GET', title: 'a', url: 'https://linked-service.dev' };",
    "const entry = { title: 'a', url: given.url || 'https://linked-service.dev/1' }; const node = { codex: { resources: { primaryDocumentation: [{ url: 'https://linked-service.dev' }] } } };",
  ],
  [
    'security-undisclosed-host',
    "const field = { displayName: 'URL', name: 'url', type: 'hidden', default: 'https://seventh-service.dev' };",
    "const field = { displayName: 'URL', name: 'url', type: 'string', default: 'https://seventh-service.dev' };",
  ],
  [
    'security-undisclosed-host',
    `request(\`https://\${region}.third-service.dev/\${id}\`);`,
    `request(\`https://\${host}/\${id}\`);`,
  ],
  [
    'security-undisclosed-host',
    'const one = { url: \'={{ "https://expression-service.dev/" + $parameter.id }}\' };',
    'const one = { url: \'={{ $credentials.url + "/expression-service.dev" }}\' };',
  ],
  [
    'security-undisclosed-host',
    "request('http://fifth-service.dev/v1/2008');",
    "const edm = ['http://fifth-service.dev/ado/2008/09/edm', 'http://schemas.fifth-service.dev/a']; node.getAttributeNS('http://fifth-service.dev/a', 'b');",
  ],
  [
    'security-undisclosed-host',
    "request('https://api.y.ai/v1');",
    "request('https://api.x.ai/v1'); const field = { description: 'Asks xAI' };",
  ],
  [
    'security-undisclosed-host',
    "request('http://169.254.169.254/latest/meta-data');",
    "request('http://192.168.0.1');",
  ],
  [
    'security-undisclosed-host',
    "const home = 'https://sixth-service.dev'; const ask = () => request(home); export default ask;",
    `const home = 'https://sixth-service.dev'; const help = 'https://seventh-service.dev'; const fail = () => \`see \${help} first\`;`,
  ],
  [
    'security-undisclosed-host',
    "const made = new URL(path, 'https://eighth-service.dev'); const name = made.pathname; request(made.href);",
    "const made = new URL(path, 'https://eighth-service.dev'); request(made.pathname + new URL(path, 'https://ninth-service.dev').search);",
  ],
  [
    'security-undisclosed-host',
    "const field = { displayName: 'ID', type: 'string', routing: { request: { url: '=https://tenth-service.dev/{{$value}}' } } };",
    "const mode = { displayName: 'ID', name: 'id', type: 'string', url: '=https://tenth-service.dev/?id={{$value}}' };",
  ],
  ['security-secret', `const key = '${githubToken}';`, "const key = 'ghp_your0token0goes0here0xxxxxxxxxxxxxxx';"],
  [
    'security-secret',
    "const headers = { Authorization: 'Bearer 1873|q7RtYw2KxVb9LmZs4NcPd8HfJgUe3AoT' };",
    "const headers = { Authorization: 'Bearer ACCESS_TOKEN_OF_THE_ACCOUNT' };",
  ],
  [
    'security-secret',
    "const headers = { 'Authorization': 'Bearer 9c7a28474da4d1b89c4a88d8f1e7c43b' };",
    "const headers = { 'Authorization': 'Bearer YourAccessToken1FromTheDashboard' };",
  ],
  ['security-secret', `// ${githubToken}`, "const prefix = 'ghp_';"],
];

const ofFiles = (await casesIn<string>('security')).map(({ code, bad, good }): Row => [code, bad, good]);
const rows = [...written, ...requireRows, ...dataRows, ...ofFiles];

/** All rows in two projects, a file a row: starting a sandbox for each would take longer than all the rest. */
async function codesByRow(column: 1 | 2): Promise<Map<string, Set<string>>> {
  const files = rows.map((row, index) => [`src/row-${index}.ts`, row[column]]);
  const codes = new Map<string, Set<string>>();
  for (const { file = '', code } of await findings(Object.fromEntries(files)))
    codes.set(file, (codes.get(file) ?? new Set()).add(code));
  return codes;
}

describe('the rules of the security check', () => {
  const rules = everyRule(securityCheck.rules);
  let raised: Map<string, Set<string>>;
  let spared: Map<string, Set<string>>;
  beforeAll(async () => {
    raised = await codesByRow(1);
    spared = await codesByRow(2);
  });

  it.each(rows.map(([code, raises, spares], index) => ({ code, raises, spares, file: `src/row-${index}.ts` })))(
    '$code is raised by $raises and not by $spares',
    ({ code, file }) => {
      expect([...(raised.get(file) ?? [])]).toEqual([code]);
      rules.raised(code, [...(raised.get(file) ?? [])]);
      rules.notRaised(code, [...(spared.get(file) ?? [])]);
    },
  );

  it('security-npm-token is raised by a token that git does not ignore, and not by other files that were not sent', async () => {
    await using project = await openProject({ 'package.json': manifest, 'nodes/Acme/a.ts': '' });
    const codesLeft = async (why: string) => {
      const files = { ...project.context.files, absent: () => ({ missing: [], leftOut: { '.npmrc': why } }) };
      const found: string[] = [];
      for await (const { code, severity } of securityCheck.run({ ...project.context, files }))
        found.push(severity === undefined ? code : `${severity} ${code}`);
      return found;
    };
    const [raised, spared] = [await codesLeft('it contains a token'), await codesLeft('it may contain a secret')];
    expect([raised, spared]).toEqual([['security-npm-token'], []]);
    expect(await codesLeft('it contains a token and is not ignored')).toEqual(['warning security-npm-token']);
    rules.raised('security-npm-token', raised);
    rules.notRaised('security-npm-token', spared);
  });

  rules.seen();
});

describe('a security finding', () => {
  const loading = inProject({ 'nodes/Acme/Acme.node.ts': '\n  const load = require; load("fs");' });
  it('points at the matched text', async () => {
    const [finding] = await loading();
    expect(finding).toMatchObject({
      file: 'nodes/Acme/Acme.node.ts',
      line: 2,
      column: 25,
      evidence: 'const load = require; load("fs");',
      evidenceColumn: 3,
    });
  });

  const payload = Buffer.from(JSON.stringify({ sub: 'acme', exp: 1_499_376_154 })).toString('base64url');
  const letters = (length: number) => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'.repeat(2).slice(0, length);
  const expired = ['ey', 'J', letters(20), '.', payload, '.', letters(43)].join('');
  const tokens = inProject({
    'nodes/Acme/api.json': `{ "example": "${expired}" }`,
    'nodes/Acme/api.ts': `const a = '${expired}';`,
  });
  it('is a warning for an expired token, in sources and in other texts', async () => {
    const found = await tokens();
    expect(found.map(({ file, code, severity }) => [file, code, severity]).sort()).toEqual([
      ['nodes/Acme/api.json', 'security-secret', 'warning'],
      ['nodes/Acme/api.ts', 'security-secret', 'warning'],
    ]);
  });

  const secret = inProject({ 'README.md': `Use ${githubToken} to try it` });
  it('does not print the secret it found', async () => {
    const [finding] = await secret();
    expect(finding).toMatchObject({ code: 'security-secret', file: 'README.md', line: 1, column: 5 });
    expect(JSON.stringify(finding)).not.toContain(githubToken);
  });

  const bundled = [
    ['esbuild', '// node_modules/@scope/loader/index.js', '// nodes/Acme/Acme.node.ts'],
    ['rolldown', '//#region node_modules/@scope/loader/index.js', '//#region nodes/Acme/Acme.node.ts'],
    ['webpack', '/*!*** ./node_modules/@scope/loader/index.js ***!*/', '/*!*** ./nodes/Acme/Acme.node.ts ***!*/'],
  ].map(([bundler, theirs, own]) => {
    const bundle = [theirs, 'require(name);', own, 'require(other);'].join('\n');
    return { bundler, loading: inPackage({ [`dist/nodes/${bundler}/Acme.node.js`]: bundle }) };
  });
  it.each(bundled)('names the package that $bundler bundled code from, and only warns', async ({ loading }) => {
    const found = await loading();
    expect(found).toMatchObject([
      { line: 2, severity: 'warning', message: expect.stringContaining('@scope/loader') },
      { line: 4, message: expect.not.stringContaining('bundled') },
    ]);
    expect(found[1]?.severity).toBeUndefined();
  });

  // The first line comes from the package, the second one from the project.
  const map = {
    version: 3,
    sources: ['../../node_modules/loader/index.js', '../../nodes/a.ts'],
    mappings: 'AAAA;ACAA',
  };
  const mapped = inPackage({
    'dist/nodes/Acme/Acme.node.js': 'require(name);\nrequire(other);',
    'dist/nodes/Acme/Acme.node.js.map': JSON.stringify(map),
  });
  it('finds the package in the source map where the bundler wrote no names', async () => {
    const found = await mapped();
    expect(found).toMatchObject([
      { line: 1, severity: 'warning', message: expect.stringContaining('bundled package loader') },
      { line: 2, message: expect.not.stringContaining('bundled') },
    ]);
  });

  const linted = [
    ['a restricted global', "globalThis['pro' + 'cess'].exit();"],
    ['a restricted module', "const load = require; require('fs'); load('fs');"],
    ['a secret by its name', `const apiToken = '${githubToken}';`],
    ['text as code', "new Function('return 1')(); Reflect.construct(Function, ['return 1']);"],
  ].map(([what = '', source = ''], at) => ({ what, found: inProject({ [`nodes/linted${at}.ts`]: source }) }));
  it.each(linted)("leaves to n8n's linter what it reports in the same line: $what", async ({ found }) => {
    expect(await found()).toEqual([]);
  });

  const hosts = "request('https://telemetry.counted-clicks.dev/v1');\nrequest('https://other-service.dev/v1');";
  const requests = inProject({ 'src/hosts.ts': hosts });
  it('weighs more what counts what users do', async () => {
    const found = await requests();
    expect(found.map(({ line, severity }) => `${line} ${severity ?? 'warning'}`)).toEqual(['1 error', '2 warning']);
  });

  it('takes the host of a credential for its service, and not for one that tracks users', async () => {
    const source = "class AcmeApi { baseUrl = 'https://tracking.parcel-post.dev/v1'; }";
    expect(await findings({ 'credentials/AcmeApi.credentials.ts': source })).toEqual([]);
    const elsewhere = "class Acme { url = 'https://telemetry.parcel-post.dev/v1'; }";
    const files = { 'credentials/AcmeApi.credentials.ts': source, 'src/acme.ts': elsewhere };
    const errors = (await findings(files)).filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file }) => file)).toEqual(['src/acme.ts']);
  });

  const byName = inProject({
    'nodes/ByName/Acme.node.ts': `await import(\`./\${resource}/\${name}\`);\nawait import(name);`,
  });
  it('weighs less what loads a module of the package by its name', async () => {
    const found = await byName();
    expect(found.map(({ line, severity }) => `${line} ${severity ?? 'error'}`)).toEqual(['1 warning', '2 error']);
  });

  const nextToIt = inProject({
    'nodes/NextToIt/Acme.node.ts': [
      "import path from 'path';",
      'require(path.relative(__dirname, file));',
      'require(path.join(__dirname, name));',
      "require(path.join(__dirname, '../../..', name));",
      'require(path.join(folder, name));',
    ].join('\n'),
  });
  it('weighs less what loads a file next to the code', async () => {
    const found = await nextToIt();
    const severities = found.map(({ line, severity }) => `${line} ${severity ?? 'error'}`);
    expect(severities).toEqual(['2 warning', '3 warning', '4 error', '5 error']);
  });

  it('treats the host that tests a credential as the host of the service', async () => {
    const source = "export class AcmeApi { test = { request: { url: 'https://x1y2z3.backend-host.dev/me' } }; }";
    expect(await findings({ 'credentials/AcmeApi.credentials.ts': source })).toEqual([]);
    const other = "await request('https://collect.metrics-corp.io/v1');";
    const found = await findings({ 'credentials/AcmeApi.credentials.ts': source, 'nodes/a.ts': other });
    expect(found.map(({ file }) => file)).toContain('nodes/a.ts');
  });

  it('names a service once, whatever its hosts', async () => {
    const credential = "export class AcmeApi { test = { request: { url: 'https://backend-host.dev/me' } }; }";
    const node = (host: string) => `request('https://${host}/me');`;
    const filesOf = async (contents: Contents) => (await findings(contents)).map(({ file }) => file);
    const ofCredential = { 'credentials/AcmeApi.credentials.ts': credential };
    expect(await filesOf({ ...ofCredential, 'nodes/a.ts': node('api.backend-host.dev') })).toEqual([]);
    expect(await filesOf({ ...ofCredential, 'nodes/a.ts': node('api.backend-host.io') })).toHaveLength(2);
    const hosts = { 'nodes/a.ts': node('api.backend-host.dev'), 'nodes/b.ts': node('backend-host.dev') };
    expect(await filesOf(hosts)).toEqual(['nodes/a.ts']);
    const tenants = { 'nodes/a.ts': node('backend-one.github.io'), 'nodes/b.ts': node('backend-two.github.io') };
    expect(await filesOf(tenants)).toEqual(['nodes/a.ts', 'nodes/b.ts']);
  });

  it('treats a host in the README as the host of the service', async () => {
    const source = "const options = { baseURL: 'https://api.larkoffice.dev' };";
    expect(codesOf(await findings({ 'src/acme.ts': source }))).toEqual(['security-undisclosed-host']);
    expect(await findings({ 'nodes/Acme/Acme.node.ts': source, 'README.md': 'Calls go to larkoffice.dev.' })).toEqual(
      [],
    );
  });

  it('treats a host of two letters as that of the package by a whole word', async () => {
    const source = { 'nodes/Acme/Acme.node.ts': "request('https://api.vk.com/method');" };
    const named = (name: string, description: string) =>
      findings({ ...source, 'package.json': JSON.stringify({ name, description }) });
    expect(await named('n8n-nodes-vk', 'Posts')).toEqual([]);
    expect(await named('n8n-nodes-vkit', 'Posts of vk users')).toHaveLength(1);
  });

  it('is one for all services in a file, with the first ones by name', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}-chain-service.dev`);
    const listing = hosts.map((host) => `request('https://${host}/v1');`).join('\n');
    const other = "request('https://other-service.dev'); request('https://webhook.site/1');";
    const found = await findings({ 'src/chains.ts': listing, 'src/other.ts': other });
    const problem = 'not mentioned in the README or any name of the package';
    expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'src/other.ts:1 webhook.site is a service that collects requests',
      `src/chains.ts:1 ${hosts.slice(0, 5).join(', ')} and 1 more are ${problem}`,
      `src/other.ts:1 other-service.dev is ${problem}`,
    ]);
  });

  const unshipped = { 'nodes/Acme/test/Acme.test.js': '(0, eval)(code);', 'gulpfile.js': 'require(name);' };
  const [ofProject, ofPackage] = [inProject(unshipped), inPackage(unshipped)];
  it('reads every script of a package and only the shipped sources of a project', async () => {
    expect(await ofProject()).toEqual([]);
    expect(await ofPackage()).toHaveLength(2);
  });

  const test = { 'src/helper.ts': 'await import(this.name);', 'src/acme.test.ts': "import './helper';" };
  const ofTests = inProject(test);
  it('warns of what only tests import', async () => {
    const severitiesOf = (found: readonly Observation[]) => found.map(({ severity }) => severity);
    expect(severitiesOf(await ofTests())).toEqual(['warning']);
    const used = {
      'package.json': '{ "n8n": { "nodes": ["dist/Acme.node.js"] } }',
      'Acme.node.ts': "import './src/helper';",
    };
    expect(severitiesOf(await findings({ ...test, ...used }))).not.toEqual(['warning']);
  });
});

describe('sources that are made to break a reader', () => {
  it('names the file that brings the parser down and still reads the others', async () => {
    const found = await findings({
      'src/a.ts': '(0, eval)(code);',
      'src/b.ts': `x = ${'-'.repeat(300_000)}1;`,
      'src/c.ts': 'require(name);',
    });
    expect(found.map(({ code, file }) => [code, file])).toEqual(
      expect.arrayContaining([
        ['security-indirect-eval', 'src/a.ts'],
        ['security-computed-require', 'src/c.ts'],
        ['security-unreadable-source', 'src/b.ts'],
      ]),
    );
  });

  const doubled = Array.from({ length: 60 }, (_, index) => `const a${index + 1} = a${index} + a${index};`);
  const doubling = inProject({
    'src/doubled.ts': ["const a0 = 'xxxxxxxxxx';", ...doubled, 'require(a60);'].join('\n'),
  });
  it('does not follow constants that double each other', async () => {
    expect(codesOf(await doubling())).toEqual(['security-computed-require']);
  });

  const circular = inProject({ 'src/circular.ts': 'const a = b; const b = a; a.process; require(a);' });
  it('ends with names that are defined by each other', async () => {
    expect(codesOf(await circular())).toEqual(['security-computed-require']);
  });

  const many = inProject({ 'src/many.ts': 'require(name);\n'.repeat(5000) });
  it('reports 25 violations of a rule in one file, not a million', async () => {
    const found = await many();
    expect(found).toHaveLength(25);
    expect(found.at(-1)?.message).toContain('the rest is not listed');
  });
});
