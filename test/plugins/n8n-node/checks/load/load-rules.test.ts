import { beforeAll, describe, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import type { Sandbox } from '../../../../../kernel/sandbox.ts';
import { loadCheck } from '../../../../../plugins/n8n-node/checks/load/check.ts';
import { kitSource, previousN8n } from '../../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { everyRule } from '../../every-rule.ts';
import { acmeClass, acmePackage, brokenPackages, soundPackages } from '../../loader/broken-packages.ts';
import { withShortLimits } from '../../loader/short-limits.ts';
import { type Contents, openProject } from '../../project-on-disk.ts';

const broken = (name: string) => ({ case: name, contents: brokenPackages[name] ?? {} });
const sound = (name: string) => ({ case: name, contents: soundPackages[name] ?? {} });

const twoNodes = (secondName: string) =>
  acmePackage(
    acmeClass(),
    { 'dist/Second.node.js': acmeClass({ name: 'Second', description: `name: '${secondName}'` }) },
    {
      n8n: { nodes: ['dist/Acme.node.js', 'dist/Second.node.js'] },
    },
  );

/** For each rule a package that it is about, with the place and a part of the message, and one that nearly is. */
const rows: Record<
  string,
  { bad: { case: string; contents: Contents }; good: { case: string; contents: Contents }; shown: object }
> = {
  'load-class-missing': {
    bad: broken('a class of another name'),
    good: sound('a function for a class'),
    shown: {
      file: 'dist/Acme.node.js',
      line: 3,
      column: 1,
      evidence: 'class AcmeNode {',
      message: expect.stringMatching(
        /"Acme".*exports AcmeNode \(n8n: .*Acme is not a constructor, or: Class could not be found\. .*\)/,
      ),
    },
  },
  'load-module-missing': {
    bad: broken('a module of devDependencies'),
    good: sound('a module that the package ships'),
    shown: {
      file: 'dist/Acme.node.js',
      line: 2,
      column: 1,
      message: expect.stringMatching(/only in devDependencies.*\(n8n: Cannot find module 'left-pad'\)/),
    },
  },
  'load-module-format': {
    bad: { case: 'CommonJS under "type": "module"', contents: acmePackage(acmeClass(), {}, { type: 'module' }) },
    good: sound('an ECMAScript module'),
    shown: {
      file: 'package.json',
      message: expect.stringMatching(
        /it is CommonJS, but Node.js treats it as an ES module .*exports is not defined in ES module scope/,
      ),
    },
  },
  'load-version-unknown': {
    bad: broken('a currentVersion that is none'),
    good: sound('versions'),
    shown: {
      file: 'dist/Acme.node.js',
      message: expect.stringMatching(/currentVersion is 3, and the versions are 1 \(n8n: Cannot read properties/),
    },
  },
  'load-tampers': {
    bad: {
      case: 'replaces a function of the language',
      contents: acmePackage(
        acmeClass({ top: 'const { stringify } = JSON;\nJSON.stringify = (value) => stringify(value);' }),
      ),
    },
    good: {
      case: 'has one of its own',
      contents: acmePackage(
        acmeClass({ top: 'const mine = { __proto__: JSON, stringify() {} };\nglobalThis.acme = mine;' }),
      ),
    },
    shown: { file: 'dist/Acme.node.js', message: expect.stringContaining('JSON.stringify modified') },
  },
  'load-threw': {
    bad: broken('throws a TypeError when required'),
    good: sound('an error that is thrown later'),
    shown: {
      file: 'dist/Acme.node.js',
      line: 2,
      column: 11,
      message: expect.stringMatching(
        /throws TypeError: Cannot read .* \(n8n: Class could not be found\. Please check if the class is named correctly\.\)/,
      ),
    },
  },
  'load-ends-process': {
    bad: { case: 'exits when it is loaded', contents: acmePackage(acmeClass({ top: '\nprocess.exit(1);' })) },
    good: {
      case: 'exits when it is executed',
      contents: acmePackage(acmeClass({ members: 'execute() { process.exit(1); }' })),
    },
    shown: { file: 'dist/Acme.node.js', line: 3, message: expect.stringContaining('process.exit() called') },
  },
  'load-never-ends': {
    bad: { case: 'loops when it is loaded', contents: acmePackage(acmeClass({ top: 'for (;;);' })) },
    good: {
      case: 'loops when it is executed',
      contents: acmePackage(acmeClass({ members: 'execute() { for (;;); }' })),
    },
    shown: { file: 'dist/Acme.node.js' },
  },
  'load-description-unreadable': {
    bad: broken('polling with frozen properties'),
    good: sound('frozen properties and nothing to add'),
    shown: { file: 'dist/Acme.node.js', message: expect.stringContaining('object is not extensible') },
  },
  'load-icon-outside': {
    bad: broken('an icon that leaves the package'),
    good: sound('icons of both kinds'),
    shown: { message: expect.stringContaining('"../icons/acme.svg"') },
  },
  'load-execute-single': {
    bad: broken('executeSingle in a version'),
    good: sound('executeSingle without versions'),
    shown: { message: expect.stringContaining('"executeSingle" has been removed') },
  },
  'load-builder-hint': {
    bad: broken('a builderHint on operation'),
    good: sound('a builderHint on an option'),
    shown: { message: expect.stringContaining('Node "acme" has a builderHint on the "operation"') },
  },
  'load-duplicate-name': {
    bad: { case: 'two nodes of one name', contents: twoNodes('acme') },
    good: { case: 'two nodes of nearly one name', contents: twoNodes('Acme') },
    shown: {
      file: 'dist/Second.node.js',
      message: 'dist/Second.node.js: the node "acme" is already defined in dist/Acme.node.js',
    },
  },
};

/** For each thing that a file must not do during load: doing it, and nearly doing it. */
const attempts: typeof rows = {
  'load-reads-environment': {
    bad: {
      case: 'reads the environment',
      contents: acmePackage(acmeClass({ top: "\nmodule.require('process').env.ACME_HOST;" })),
    },
    good: {
      case: 'reads it when it is executed; n8n-workflow reads it for itself',
      contents: acmePackage(
        acmeClass({
          top: "require('n8n-workflow'); require('crypto').randomUUID();",
          members: "execute() { return module.require('process').env.ACME_HOST; }",
        }),
      ),
    },
    shown: { line: 3, message: expect.stringContaining('during load: process.env.ACME_HOST') },
  },
  'load-uses-files': {
    bad: {
      case: 'looks for a file',
      contents: acmePackage(acmeClass({ top: "module.require('fs').existsSync('/etc/passwd');" })),
    },
    good: {
      case: 'imports its own files and asks for a module that it does not use',
      contents: acmePackage(acmeClass({ top: "require('./data.json'); module.require('fs');" }), {
        'dist/data.json': '{}',
      }),
    },
    shown: {
      line: 2,
      evidence: "module.require('fs').existsSync('/etc/passwd');",
      message: expect.stringContaining('fs.existsSync("/etc/passwd")'),
    },
  },
  'load-uses-network': {
    bad: {
      case: 'sends a request',
      contents: acmePackage(acmeClass({ top: "fetch('https://acme.example/').catch(() => {});" })),
    },
    good: {
      case: 'sends a request when it is executed',
      contents: acmePackage(acmeClass({ members: "execute() { return fetch('https://acme.example/'); }" })),
    },
    shown: { line: 2, message: expect.stringContaining('fetch("https://acme.example/")') },
  },
  'load-starts-process': {
    bad: {
      case: 'starts a program',
      contents: acmePackage(acmeClass({ top: "try { module.require('child_process').execSync('true'); } catch {}" })),
    },
    good: {
      case: 'starts a program when it is executed',
      contents: acmePackage(acmeClass({ members: "execute() { module.require('child_process').execSync('true'); }" })),
    },
    shown: { line: 2, message: expect.stringContaining('child_process.execSync("true")') },
  },
};
Object.assign(rows, attempts);

const rules = everyRule(loadCheck.rules);

interface Loaded {
  findings: Observation[];
  skipped: string | undefined;
}

async function load(contents: Contents, options: Parameters<typeof openProject>[1] = {}): Promise<Loaded> {
  await using project = await openProject(contents, { mode: 'package', ...options });
  return await project.run(loadCheck);
}

/** Loads packages as one, which takes one child. What is called Acme is called Acme00, Acme01, … in it, by package. */
async function loadTogether(packages: readonly Contents[]): Promise<Loaded[]> {
  const numberOf = (at: number) => String(at).padStart(2, '0');
  const numbered = (text: string, at: number) => text.replace(/acme/gi, `$&${numberOf(at)}`);
  const files = packages.flatMap((contents, at) =>
    Object.entries(contents).map(([path, text]) => [numbered(path, at), numbered(String(text), at)] as const),
  );
  const manifests = files.flatMap(([path, text]) => (path === 'package.json' ? [JSON.parse(text)] : []));
  const manifest = {
    ...Object.assign({}, ...manifests),
    n8n: { nodes: manifests.flatMap(({ n8n }) => n8n.nodes) },
  };
  const all = await load({ ...Object.fromEntries(files), 'package.json': JSON.stringify(manifest) });
  const left = new Set(all.findings);
  const loaded = packages.map((_, at) => {
    const own = all.findings.filter((finding) => JSON.stringify(finding).includes(`Acme${numberOf(at)}`));
    for (const finding of own) left.delete(finding);
    const text = JSON.stringify(own).replaceAll(new RegExp(`(acme)${numberOf(at)}`, 'gi'), '$1');
    return { findings: JSON.parse(text), skipped: all.skipped };
  });
  expect([...left]).toEqual([]);
  return loaded;
}

/** Of the whole package, or of its time. */
const alone = ['load-module-format', 'load-never-ends'];
const loaded = { bad: new Map<string, Loaded>(), good: new Map<string, Loaded>() };
beforeAll(async () => {
  const codes = Object.keys(rows).filter((code) => !alone.includes(code));
  for (const kind of ['bad', 'good'] as const) {
    const together = await loadTogether(codes.map((code) => rows[code]?.[kind].contents ?? {}));
    for (const [at, one] of together.entries()) loaded[kind].set(codes[at] ?? '', one);
    for (const code of alone) {
      const patience = kind === 'bad' && code === 'load-never-ends' ? { sandbox: withShortLimits } : {};
      loaded[kind].set(code, await load(rows[code]?.[kind].contents ?? {}, patience));
    }
  }
});

describe.each(Object.entries(rows))('%s', (code, { bad, good, shown }) => {
  test(`is found: ${bad.case}`, () => {
    const { findings = [] } = loaded.bad.get(code) ?? {};
    expect(findings).toMatchObject([{ code, ...shown }]);
    rules.raised(code, findings);
  });

  test(`is not found: ${good.case}`, () => {
    const { findings, skipped } = loaded.good.get(code) ?? { skipped: 'not loaded' };
    expect({ findings, skipped }).toEqual({ findings: [], skipped: undefined });
    rules.notRaised(code, findings ?? []);
  });
});

test('an attempt is seen whichever way the module of Node.js was come by', async () => {
  const ways = [
    ['fs.readdirSync("/")', "process.getBuiltinModule('fs').readdirSync('/');"],
    ['fs.readdirSync("/")', "module.require('module')._load('node:fs').readdirSync('/');"],
    ['fs.readdirSync("/")', "module.require('module').createRequire('/')('fs').readdirSync('/');"],
    ['fs.promises.readdir("/")', "module.require('fs').promises.readdir('/').catch(() => {});"],
    ['fs.promises.readdir("/")', "module.require('node:fs/promises').readdir('/').catch(() => {});"],
    ['dns.promises.lookup("acme.example")', "module.require('dns').promises.lookup('acme.example').catch(() => {});"],
    ['http.get("http://acme.example")', "module.require('http').get('http://acme.example').on('error', () => {});"],
    ['WebSocket("ws://acme.example")', "new WebSocket('ws://acme.example').onerror = () => {};"],
  ];
  const files = ways.map(([, top], index) => {
    const name = `Way${index}`;
    return [`dist/${name}.node.js`, acmeClass({ name, description: `name: '${name}'`, top })];
  });
  const nodes = files.map(([path]) => path);
  const contents = acmePackage(acmeClass(), Object.fromEntries(files), { n8n: { nodes } });
  await using project = await openProject(contents, { mode: 'package' });
  const { findings } = await project.run(loadCheck);
  expect(findings.map(({ file, message }) => [file, message])).toEqual(
    ways.map(([what], index) => [nodes[index], expect.stringContaining(`during load: ${what}`)]),
  );
});

rules.seen();

test('a description that only a later n8n validates is accepted by an earlier one', async () => {
  const { contents } = broken('a builderHint on operation');
  await using project = await openProject(contents, { mode: 'package', kits: [kitSource(previousN8n)] });
  expect(await project.run(loadCheck)).toEqual({ findings: [], skipped: undefined });
});

test('failures are reported for every node and credential', async () => {
  const contents = acmePackage(
    acmeClass({ top: "throw new Error('first');" }),
    { 'dist/Second.node.js': "throw new Error('second');", 'dist/AcmeApi.credentials.js': "throw new Error('third');" },
    { n8n: { nodes: ['dist/Acme.node.js', 'dist/Second.node.js'], credentials: ['dist/AcmeApi.credentials.js'] } },
  );
  await using project = await openProject(contents, { mode: 'package' });
  const { findings } = await project.run(loadCheck);
  expect(findings.map(({ file, message }) => [file, message])).toEqual([
    ['dist/Acme.node.js', expect.stringContaining('first')],
    ['dist/Second.node.js', expect.stringContaining('second')],
    ['dist/AcmeApi.credentials.js', expect.stringContaining('third')],
  ]);
});

test('a sandbox that does not work is no fault of the package', async () => {
  const none = (): Sandbox => ({
    isolation: 'none',
    run: async () => ({ kind: 'ended', reason: 'no bwrap', output: '' }),
  });
  await using project = await openProject(soundPackages['plain'] ?? {}, { mode: 'package', sandbox: none });
  await expect(project.run(loadCheck)).rejects.toThrow('sandbox failed: no bwrap');
});

test('files that neither exist nor are built are left to the check that reports them', async () => {
  await using project = await openProject(brokenPackages['a missing file'] ?? {}, { mode: 'package' });
  expect(await project.run(loadCheck)).toEqual({
    findings: [],
    skipped: 'dist/Other.node.js does not exist; see "structure" and "manifest"',
  });
});
