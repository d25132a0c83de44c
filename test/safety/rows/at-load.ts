import { expect } from 'vitest';
import { acmeClass, acmePackage } from '../../plugins/n8n-node/loader/broken-packages.ts';
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
const hangs = { finds: ['load-never-ends'], endless: true };
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

const tampers = { finds: ['load-tampers'] };
const lies = { finds: ['load-tampers', 'load-threw'] };
const fails = "\nthrow new Error('it does not load');";
/** Anything that looks like a descriptor, an answer or a memory is written to. */
const forgeries = `
  const answer = JSON.stringify({ kind: 'done', result: { files: [{ index: 0, standIns: [], node: { name: 'acme', versions: [] } }], standIns: [] } });
  const forge = () => { for (let fd = 3; fd < 16; fd++) try { require('fs').writeSync(fd, answer); } catch {} };`;

/** Attacks on who judges the load: whatever the node does, that it fails is told, and so is what it did. */
const tampering: HostileRow[] = [
  row(
    'a failure behind a patched JSON.stringify',
    `const { stringify } = JSON;
     JSON.stringify = (value, ...rest) => stringify(value?.files ? { files: [], standIns: [] } : value?.problem ? { index: 0, standIns: [] } : value, ...rest);${fails}`,
    lies,
  ),
  row(
    'a failure behind patched lists, maps and texts',
    `for (const type of [Array, Map, Set, String, RegExp, Promise, Function, Uint8Array])
       for (const name of Object.getOwnPropertyNames(type.prototype))
         if (typeof Object.getOwnPropertyDescriptor(type.prototype, name).value === 'function' && name !== 'constructor')
           try { type.prototype[name] = function () { return []; }; } catch {}${fails}`,
    lies,
  ),
  row(
    'a failure behind what every object inherits',
    `for (const [key, value] of [['toJSON', () => ({})], ['problem', undefined], ['get', () => 1], ['value', 1], ['then', (go) => go({})]])
       Object.defineProperty(Object.prototype, key, { configurable: true, value });
     Object.defineProperty(Array.prototype, '0', { configurable: true, set() {}, get() {} });${fails}`,
    lies,
  ),
  row(
    'a failure behind a patch that is taken back at once',
    `const { has } = Set.prototype;
     Set.prototype.has = function (name) { Set.prototype.has = has; return true; };
     require('a-package-that-nobody-has');`,
    { held: ({ verification }) => expect(codesOf(verification)).toContain('load-module-missing') },
  ),
  row(
    'a search for the secret by the debugger',
    `const { Session } = require('inspector');
     try { const session = new Session(); session.connectToMainThread(); session.post('Runtime.evaluate', { expression: 'nonce' }, () => {}); } catch {}
     try { require('inspector').open(0, '127.0.0.1'); } catch {}
     try { process.binding('inspector'); } catch {}
     try { process.kill(process.pid, 'SIGUSR1'); } catch {}`,
    tampers,
  ),
  row(
    'a search for the secret in a snapshot, a report and the engine',
    `const v8 = require('v8');
     for (const way of [() => v8.getHeapSnapshot(), () => v8.writeHeapSnapshot('/tmp/x'), () => v8.setFlagsFromString('--allow-natives-syntax'), () => process.report.getReport()])
       try { way(); } catch {}`,
    tampers,
  ),
  row(
    'a thread of its own, with a way to the judge',
    `const threads = require('worker_threads');
     try { new threads.Worker("require('inspector')", { eval: true }); } catch {}
     try { threads.parentPort.postMessage({ files: [] }); } catch {}
     try { threads.postMessageToThread(0, {}); } catch {}
     try { require('module').register('data:text/javascript,'); } catch {}`,
    tampers,
  ),
  row(
    'compiled code by way of OpenSSL, of SQLite or of another program',
    `const path = __dirname + '/compiled.so';
     try { require('crypto').setEngine(path); } catch {}
     try { new (require('node:sqlite').DatabaseSync)(':memory:', { allowExtension: true }).loadExtension(path); } catch {}
     try { process.execve(path, [path]); } catch {}`,
    tampers,
  ),
  row(
    'a search through stack frames, hooks and handles',
    `const found = [];
     Error.prepareStackTrace = (_, sites) => { for (const site of sites) found.push(site.getThis(), site.getFunction()); return ''; };
     void new Error('x').stack;
     const hooks = require('async_hooks');
     hooks.createHook({ init(_, __, ___, resource) { found.push(resource); } }).enable();
     found.push(hooks.executionAsyncResource(), process.getActiveResourcesInfo());
     try { found.push(process._getActiveHandles()); } catch {}
     for (const one of found) for (const key of one === Object(one) ? Reflect.ownKeys(one) : [])
       try { const value = one[key]; if (value?.postMessage) value.postMessage({ files: [] }); if (value?.buffer instanceof SharedArrayBuffer) value.fill(1); } catch {}
     Error.prepareStackTrace = undefined;${fails}`,
    { finds: ['load-threw'] },
  ),
  row(
    'patched channels',
    `MessagePort.prototype.postMessage = function () {};
     require('fs').writeSync = () => 0;
     process.send = () => true;
     const { then } = Promise.prototype;
     Promise.prototype.then = function (...args) { return then.apply(this, args); };${fails}`,
    lies,
  ),
  row(
    'answers of its own, also when it ends',
    `${forgeries}
     forge();
     process.on('exit', forge);
     process.on('beforeExit', forge);${fails}`,
    {
      held: ({ verification }) =>
        expect(codesOf(verification).filter((code) => /^load-(threw|ends)/.test(code))).toHaveLength(1),
    },
  ),
  row(
    'games with shared memory',
    `const own = new Int32Array(new SharedArrayBuffer(64));
     for (let at = 0; at < 16; at++) { Atomics.store(own, at, 1); Atomics.notify(own, at); }
     const { store } = Atomics;
     Atomics.store = (array, at, value) => store(array, at, 1);
     Atomics.notify = () => 0;${fails}`,
    lies,
  ),
  row('a wait that nobody ends', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', {
    endless: true,
    // On a machine that is too busy, waiting proves nothing.
    held: ({ verification }) => {
      const told = codesOf(verification).filter((code) => /^load-(never|ends)/.test(code));
      const unsure = verification.checks.filter(({ message }) => message?.includes('time limit reached'));
      expect([...told, ...unsure]).toHaveLength(1);
    },
  }),
  row('microtasks without end', 'const again = () => queueMicrotask(again); again();', hangs),
  row('an asynchronous loop without end', '(async () => { for (;;) await null; })();', hangs),
  row('ticks without end', 'const again = () => process.nextTick(again); again();', hangs),
  row('a loop that begins when all is loaded', 'setImmediate(() => { for (;;); });', hangs),
  row('a change of the language that comes later', "setImmediate(() => { JSON.stringify = () => '{}'; });", tampers),
];

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
  row(
    'filling the temporary folder with links',
    "let n = 0; try { for (; n < 81_200; n++) require('fs').symlinkSync('x', '/tmp/' + n); } catch {} if (n > 4096) throw new Error(['LO', 'OT'].join('') + n);",
    noLoot,
  ),
  row('the name of the host', loot(["require('os').hostname() === 'sandbox' ? (() => { throw 0 })() : 1"]), {
    ...noLoot,
    notHeld: { 'permission-model': 'it sees the names of the system' },
  }),
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
  ...tampering,
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
