import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dir } from 'tmp-promise';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Observation, Operation } from '../../kernel/index.ts';
import type { Sandbox } from '../../kernel/sandbox.ts';
import type { RunInput } from '../../plugins/n8n-node/behaviour/plan/run-input.ts';
import { behaviourCheck } from '../../plugins/n8n-node/checks/behaviour/check.ts';
import { type GivenNode, nodeSource, packageOf } from '../plugins/n8n-node/checks/behaviour/node-source.ts';
import { openProject } from '../plugins/n8n-node/project-on-disk.ts';

const honest = `for (let i = 0; i < items.length; i++) {
  try {
    const order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });
    returnData.push({ json: order, pairedItem: { item: i } });
  } catch (error) {
    if (!this.continueOnFail()) throw error;
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }
}
return [returnData];`;

/** Statements of `execute`, each of a node of its own; those that use up the time of all come last. */
const attacks: Readonly<Record<string, string>> = {
  'ends the process': 'process.exit(0);',
  'ends the process in another way': 'process.reallyExit?.(0); process.kill(process.pid, 9); process.abort?.();',
  'asks on when it is over':
    'const ask = async () => { for (;;) { await new Promise(setImmediate); try { await request({}); } catch {} } }; ask(); ask(); return [[]];',
  'throws a text': "throw 'no error';",
  'throws nothing': 'throw undefined;',
  'throws what throws': "throw { get message() { throw new Error('again'); }, get stack() { throw 1; } };",
  'rejects later':
    "setTimeout(() => Promise.reject(new Error('late')), 1);\nsetTimeout(() => { throw new Error('later'); }, 1);\nreturn [[]];",
  'patches the language': `JSON.stringify = () => '{}'; JSON.parse = () => ({}); Array.prototype.map = () => []; Promise.prototype.then = undefined;
    globalThis.Map = undefined; return [[]];`,
  'patches http':
    "const http = require('http'); http.request = () => { throw new Error('gone'); }; globalThis.fetch = undefined; return [[]];",
  'patches the engine': `const core = Object.values(require.cache).find((one) => one?.id.endsWith('n8n-core/dist/index.js'));
    if (core) core.exports.WorkflowExecute.prototype.runNode = async () => ({ data: [[]] }); return [[]];`,
  'speaks in our place': `const { parentPort } = process.getBuiltinModule('worker_threads');
    parentPort?.postMessage({ done: true }); parentPort?.postMessage({ trace: { index: 0, runs: 'none' } }); parentPort?.postMessage(7);
    console.log(JSON.stringify({ kind: 'done', result: { traces: [] } })); return [[]];`,
  'prints without end': "for (let n = 0; n < 5000; n++) console.log('x'.repeat(100)); return [[]];",
  'returns a million items': 'return [Array.from({ length: 1_000_000 }, (_, n) => ({ json: { n } }))];',
  'returns a circle': 'const json = {}; json.json = json; return [[{ json }]];',
  'returns what JSON does not know': 'return [[{ json: { big: 1n, text: Symbol.iterator } }]];',
  'returns a trap':
    "const trap = new Proxy({}, { get() { throw new Error('trap'); }, has() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); } }); return [[trap], trap];",
  'loops for ever': 'for (;;) {}',
  'never lets the event loop turn': 'for (;;) await null;',
  'waits for ever': 'await new Promise(() => {});',
  'holds the process open':
    "setInterval(() => {}, 1000); process.stdin.resume(); require('net').createServer().listen(0).ref(); return [[]];",
  'asks for 1 GB at once': 'const all = [Buffer.alloc(2 ** 30, 1)]; return [[{ json: { length: all[0].length } }]];',
  'asks for 1 GB bit by bit':
    'const all = []; for (let n = 0; n < 64; n++) all.push(Buffer.alloc(2 ** 24, 1)); return [[{ json: { length: all.length } }]];',
  'opens a thousand timers': 'for (let n = 0; n < 1000; n++) setInterval(() => {}, 1);\nawait new Promise(() => {});',
  'fills the memory': 'const all = []; for (;;) all.push(new Array(1e6).fill(0));',
};

const trap =
  "new Proxy({}, { get() { throw new Error('trap'); }, has() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); } })";
const choice = (typeOptions: object) => ({
  displayName: 'Choice',
  name: 'choice',
  type: 'options',
  default: '',
  typeOptions,
});
const lists = { properties: [choice({ loadOptionsMethod: 'find' })], execute: 'return [items];' };
const polls = { about: 'polling: true, inputs: [],', properties: [] };
const hooks = {
  about:
    "inputs: [], webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],",
  properties: [],
};
const tests = {
  properties: [],
  credentials: [{ name: 'acmeApi', required: true, testedBy: 'tryIt' }],
  execute: 'return [items];',
};

/** Other parts of nodes, which n8n calls outside of an execution. */
const hostileParts: Readonly<Record<string, GivenNode>> = {
  'polls for ever': { ...polls, members: 'async poll() { for (;;) {} }' },
  'polls what is no item': { ...polls, members: `async poll() { return [[${trap}], ${trap}]; }` },
  'polls a million items': {
    ...polls,
    members: 'async poll() { return [Array.from({ length: 1_000_000 }, (_, n) => ({ json: { n } }))]; }',
  },
  'never says whether a webhook exists': {
    ...hooks,
    members: 'webhookMethods = { default: { checkExists: () => new Promise(() => {}), create() {}, delete() {} } };',
  },
  'has traps for methods of a webhook': {
    ...hooks,
    members: `webhookMethods = { default: ${trap} }; async webhook() { return ${trap}; }`,
  },
  'waits in a webhook for ever': { ...hooks, members: 'webhook() { return { then() {} }; }' },
  'starts without end': {
    about: 'inputs: [],',
    properties: [],
    members:
      'async trigger() { for (let n = 0; n < 1000; n++) setInterval(() => this.emit([[]]), 0); return { closeFunction: () => new Promise(() => {}) }; }',
  },
  'lists a million entries': {
    ...lists,
    members:
      "methods = { loadOptions: { find: async () => Array.from({ length: 1_000_000 }, (_, n) => ({ name: 'n' + n, value: n })) } };",
  },
  'lists traps': { ...lists, members: `methods = { loadOptions: { find: async () => [${trap}, ${trap}] } };` },
  'lists what is endless': {
    ...lists,
    members:
      'methods = { loadOptions: { find: async () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 31 : {}) }) } };',
  },
  'tests without end': { ...tests, members: 'methods = { credentialTest: { tryIt: () => new Promise(() => {}) } };' },
  'tests with a trap': { ...tests, members: `methods = { credentialTest: { tryIt: async () => ${trap} } };` },
  'supplies a trap': { about: '', properties: [], members: `async supplyData() { return { response: ${trap} }; }` },
  'ends the process when it is asked for data': {
    properties: [],
    members: 'async supplyData() { process.kill(process.pid, 9); process.abort?.(); }',
  },
};

const hostile: Readonly<Record<string, Readonly<Record<string, GivenNode>>>> = {
  nodes: Object.fromEntries(Object.entries(attacks).map(([name, execute]) => [name, { execute }])),
  'parts of nodes': hostileParts,
};

/** The same sandbox, in which a run of an operation has two fifths of the usual time. */
const impatient = (sandbox: Sandbox): Sandbox => ({
  isolation: sandbox.isolation,
  run: (job) =>
    sandbox.run({
      ...job,
      input: Promise.resolve(job.input).then((input) =>
        isRun(input) ? { ...input, limits: { ...input.limits, operation: 2000 } } : input,
      ),
    }),
});

const isRun = (input: unknown): input is RunInput =>
  typeof input === 'object' && input !== null && 'operations' in input && 'limits' in input;

describe.each(Object.entries(hostile))('the check behaviour, with hostile %s', (_, given) => {
  const names = Object.keys(given);
  const rows = new Map<string, Operation[]>();
  let findings: readonly Observation[] = [];
  beforeAll(async () => {
    const sources = Object.values(given).map((one, at) => [
      `Hostile${at}`,
      nodeSource(`Hostile${at}`, 'programmatic', one),
    ]);
    const honestNode = nodeSource('Honest', 'programmatic', { execute: honest });
    // Those before it are run before it, in the same process where they leave one.
    const nodes = Object.fromEntries([...sources.slice(0, 3), ['Honest', honestNode], ...sources.slice(3)]);
    await using project = await openProject(packageOf(nodes), { mode: 'package', sandbox: impatient });
    ({ findings } = await project.run(behaviourCheck));
    for (const row of project.operations) rows.set(row.node, [...(rows.get(row.node) ?? []), row]);
  });

  test.each(names.map((name, at) => [name, `hostile${at}`] as const))('one that %s comes to its end', (_name, node) => {
    const all = rows.get(node) ?? [];
    expect(all.length).toBeGreaterThan(0);
    for (const { outcome, reason = '' } of all) {
      expect(outcome === 'exercised' || reason !== '').toBe(true);
      expect(reason).not.toMatch(/\/(tmp|work|root|home|var)\//);
    }
  });

  it('runs the honest one among them unharmed', () => {
    expect(rows.get('honest')).toMatchObject([
      { outcome: 'exercised', requests: [{ method: 'GET', url: 'https://api.acme.example/orders/{orderId}' }] },
    ]);
    expect(findings.filter(({ file }) => file?.includes('Honest'))).toEqual([]);
    expect(rows.size).toBe(names.length + 1);
  });
});

describe('the check behaviour', () => {
  it('does not believe a description that is another one each time', async () => {
    const source = `exports.Moody = class Moody {
      get description() {
        return { displayName: 'Moody', name: 'moody' + Math.random(), group: ['transform'], version: 1, description: String(Date.now()),
          defaults: { name: 'Moody' }, inputs: ['main'], outputs: ['main'], properties: Math.random() > 0.5 ? [] : undefined };
      }
      async execute() { return [this.getInputData()]; }
    };`;
    await using project = await openProject(packageOf({ Moody: source }), { mode: 'package' });
    await project.run(behaviourCheck);
    expect(project.operations.length).toBeLessThanOrEqual(1);
  });

  it('says so when the engine does not start, and has then not run', async () => {
    await using project = await openProject(
      packageOf({ Honest: nodeSource('Honest', 'programmatic', { execute: honest }) }),
      { mode: 'package' },
    );
    await using empty = await emptyKit();
    const real = project.context.kits.find.bind(project.context.kits);
    // Only the engine is gone: the package is loaded as ever.
    let asked = 0;
    const kits = {
      ...project.context.kits,
      find: (kit: Parameters<typeof real>[0]) => (asked++ === 0 ? empty.folder : real(kit)),
    };
    const check = { ...behaviourCheck, run: () => behaviourCheck.run({ ...project.context, kits }) };
    expect(await project.run(check)).toMatchObject({
      findings: [],
      skipped: expect.stringMatching(/^n8n's engine does not start: Cannot find module 'n8n-core'/),
    });
  });
});

async function emptyKit() {
  const folder = await dir({ prefix: 'service-test-', unsafeCleanup: true });
  await mkdir(join(folder.path, 'node_modules'));
  await chmod(folder.path, 0o755);
  return { folder: folder.path, [Symbol.asyncDispose]: () => folder.cleanup() };
}
