import { expect } from 'vitest';
import { acmeClass, acmePackage } from '../../plugins/n8n-node/load/broken-packages.ts';
import type { Targets } from '../../runner/sandbox/hostile/hostile-project.ts';
import { codesOf } from '../whole-run.ts';
import type { HostileRow } from './hostile-row.ts';

/** What each attack on the outside gets hold of is thrown, so that it would stand in the findings. */
const loot = (ways: readonly string[]) => `
  const loot = [];
  ${ways.map((way) => `try { loot.push(String(${way})); } catch {}`).join('\n  ')}
  if (loot.length > 0) throw new Error(['LO', 'OT'].join('') + loot.join(' '));`;

type Code = string | ((targets: Targets) => string);
const top = (code: Code): HostileRow['files'] => {
  return (targets) => acmePackage(acmeClass({ top: typeof code === 'string' ? code : code(targets) }));
};
const row = (name: string, code: Code, more: Partial<HostileRow> = {}): HostileRow => ({
  name,
  mode: 'package',
  files: top(code),
  ...more,
});
const ends = { finds: ['load-ends-process'] };
const hangs = { finds: ['load-never-ends'] };
const noLoot: Partial<HostileRow> = {
  held: ({ answers }) => expect(answers.log).not.toContain('LOOT'),
};
/** Loading went well: what it described is plain data and no more. */
const loads: Partial<HostileRow> = {
  held: ({ verification }) =>
    expect(codesOf(verification).filter((code) => code.startsWith('load-') && /threw|ends|never/.test(code))).toEqual(
      [],
    ),
};

/** What a node tries when it is loaded. */
export const atLoad: HostileRow[] = [
  row('an endless loop', 'for (;;);', hangs),
  row('a heap bomb', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));', ends),
  row('a Buffer bomb', 'const all = []; for (;;) all.push(Buffer.alloc(1 << 24, 1));', {
    held: ({ verification }) =>
      expect(codesOf(verification).filter((code) => /^load-(ends|threw|never)/.test(code))).toHaveLength(1),
  }),
  row(
    'a WebAssembly bomb',
    'const all = []; for (;;) { const m = new WebAssembly.Memory({ initial: 256 }); new Uint8Array(m.buffer).fill(1); all.push(m); }',
    {
      held: ({ verification }) =>
        expect(codesOf(verification).filter((code) => /^load-(ends|threw|never)/.test(code))).toHaveLength(1),
    },
  ),
  row(
    'a fork bomb',
    loot([
      "Array.from({ length: 200 }, () => require('child_process').spawn(process.execPath, ['-e', 'for(;;);'], { detached: true }).on('error', () => {}).pid).filter(Boolean).join() || (() => { throw 0 })()",
    ]),
    noLoot,
  ),
  row(
    'a bomb of workers',
    "const { Worker } = require('worker_threads'); for (let n = 0; n < 300; n++) try { new Worker('for(;;);', { eval: true }).on('error', () => {}); } catch {}",
  ),
  row(
    'TCP and the metadata address',
    ({ tcp }) => `const net = require('net');
     for (const [port, host] of [[${tcp}, '127.0.0.1'], [80, '169.254.169.254']]) net.connect(port, host).on('error', () => {});
     fetch('http://127.0.0.1:${tcp}').catch(() => {});`,
    { notHeld: { 'permission-model': 'Node 24 has no permission for the network' } },
  ),
  row(
    'DNS',
    "require('dns').lookup('canary.invalid', () => {}); require('dns').resolve4('canary.invalid', () => {});",
    { notHeld: { 'permission-model': 'Node 24 has no permission for the network' } },
  ),
  row(
    'reading the environment',
    loot(["Object.entries(process.env).filter(([name]) => name !== 'PWD').join() || (() => { throw 0 })()"]),
    noLoot,
  ),
  row(
    'reading /proc and /etc',
    ({ parent, file }) =>
      loot([
        "require('fs').readFileSync('/etc/passwd', 'utf8')",
        `require('fs').readFileSync('/proc/${parent}/environ', 'utf8')`,
        "require('fs').readFileSync('/proc/1/environ', 'utf8')",
        "require('fs').readFileSync('/proc/self/environ', 'utf8')",
        `require('fs').readFileSync(${JSON.stringify(file)}, 'utf8')`,
      ]),
    noLoot,
  ),
  row(
    'writing the package',
    loot([
      "require('fs').writeFileSync(__filename, '//')",
      "require('fs').writeFileSync(__dirname + '/added.js', '//')",
      "require('fs').rmSync(__dirname + '/../package.json')",
    ]),
    noLoot,
  ),
  row(
    'filling the temporary folder',
    "let n = 0; const some = Buffer.alloc(1 << 20, 1); try { for (; n < 64; n++) require('fs').writeFileSync('/tmp/' + n, some); } catch {} if (n >= 17) throw new Error(['LO', 'OT'].join('') + n);",
    noLoot,
  ),
  row('an output flood', "for (;;) require('fs').writeSync(1, 'x'.repeat(65536));", ends),
  row('exit before the result', 'process.exit(0);', ends),
  row('an exit past our guard', "require('process').reallyExit(0);", ends),
  row('abort', 'process.abort();', ends),
  row(
    'a forged result',
    `for (let fd = 3; fd < 16; fd++) try { require('fs').writeSync(fd, '{"kind":"done","result":{"files":[],"standIns":[]}}'); } catch {}`,
    ends,
  ),
  row(
    'an oversized result',
    "for (let fd = 3; fd < 16; fd++) try { for (let n = 0; n < 64; n++) require('fs').writeSync(fd, 'x'.repeat(1 << 16)); } catch {}",
    ends,
  ),
  {
    ...row('getters and cycles in the description', ''),
    files: () =>
      acmePackage(`
        const description = { displayName: 'Acme', name: 'acme', version: 1, inputs: ['main'], outputs: ['main'], properties: [] };
        description.self = description;
        Object.defineProperty(description, 'bad', { enumerable: true, get() { throw new Error('no'); } });
        exports.Acme = class Acme { description = description; async execute() { return []; } };`),
    ...loads,
  },
  {
    ...row('a proxy for a description', ''),
    files: () =>
      acmePackage(`
        const deep = new Proxy(function () {}, { get: () => deep, ownKeys: () => ['a', 'b', 'prototype'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });
        exports.Acme = class Acme { description = new Proxy({}, { get: (_, name) => name === 'name' ? 'acme' : deep }); };`),
  },
  {
    ...row('a throwing constructor', ''),
    files: () => acmePackage("exports.Acme = class Acme { constructor() { throw new Error('no'); } };"),
    finds: ['load-threw'],
  },
  {
    ...row('a thenable that never settles', ''),
    files: () =>
      acmePackage(
        acmeClass({ members: 'then() {} async execute() { return []; }', top: 'setInterval(() => {}, 1000);' }),
      ),
    ...loads,
  },
  {
    ...row('a native addon', ''),
    files: () =>
      acmePackage(acmeClass({ top: "require('./addon.node');" }), { 'dist/addon.node': Buffer.from('\x7fELF') }),
    finds: ['load-threw'],
  },
  row('an error that names a module of ours', "throw new Error('not this one: ' + require.resolve('n8n-workflow'));", {
    finds: ['load-threw'],
  }),
  row(
    'secrets in what it throws',
    "throw new Error('AKIAIOSFODNN7EXAMPLE ' + JSON.stringify(process.env) + process.title + process.cwd());",
    { finds: ['load-threw'] },
  ),
  row(
    'where its process lives',
    "throw new Error([...process.execPath, ' ', ...process.argv.join(' ')].reverse().reverse().join(''));",
    {
      finds: ['load-threw'],
      notHeld: { 'permission-model': 'a process is told where its program lies, and can pass it on in a cipher' },
    },
  ),
];
