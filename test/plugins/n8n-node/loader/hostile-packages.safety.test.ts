import os from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import { openProject } from '../project-on-disk.ts';
import { acmeClass, acmePackage } from './broken-packages.ts';
import { withShortLimits } from './short-limits.ts';

/** A package of three nodes, the second of which is hostile. */
function withHostile(code: string) {
  const good = (name: string) => acmeClass({ name, description: `name: '${name}'` });
  return acmePackage(
    good('Acme'),
    { 'dist/Hostile.node.js': code, 'dist/Last.node.js': good('Last') },
    { n8n: { nodes: ['dist/Acme.node.js', 'dist/Hostile.node.js', 'dist/Last.node.js'] } },
  );
}

const hostile = (top: string, members = '') =>
  acmeClass({ name: 'Hostile', description: "name: 'hostile'", top, ...(members && { members }) });

describe('on an overloaded machine', () => {
  beforeEach(() => void vi.spyOn(os, 'loadavg').mockReturnValue([1000, 1000, 1000]));
  afterEach(() => void vi.restoreAllMocks());

  test('a file that waits without end is not reported, but said not to be checked', async () => {
    // As a file does that gets no processor.
    const code = hostile('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
    await using project = await openProject(withHostile(code), { mode: 'package', sandbox: withShortLimits });
    const { findings, skipped } = await project.run(loadCheck);
    expect(findings).toEqual([]);
    expect(skipped).toContain('time limit reached');
    const { files } = await project.context.service(loadedPackage);
    expect(files.map(({ node, unseen }) => node?.name ?? unseen)).toEqual(['Acme', 'too late', 'Last']);
  });

  test.each([
    ['while it is loaded', 'for (;;);'],
    ['when all is loaded', 'setImmediate(() => { for (;;); });'],
  ])('a file that computes without end %s is reported', async (_when, code) => {
    await using project = await openProject(withHostile(hostile(code)), { mode: 'package', sandbox: withShortLimits });
    const { findings } = await project.run(loadCheck);
    expect(findings.map(({ code }) => code)).toEqual(['load-never-ends']);
  });
});

describe('a file that cannot be loaded is reported, and the others are loaded', () => {
  test.each([
    ['an endless loop that catches everything', hostile('for (;;) try { throw 1 } catch {}'), 'load-never-ends'],
    ['an endless getter', 'exports.Hostile = class { get description() { while (true); } };', 'load-never-ends'],
    ['a regular expression without end', hostile("/^(a+)+$/.test('a'.repeat(60) + 'b');"), 'load-never-ends'],
    ['exit', hostile('process.exit(0);'), 'load-ends-process'],
    ['an exit that is caught', hostile('try { process.exit(0) } catch {}'), 'load-ends-process'],
    ['abort', hostile('process.abort();'), 'load-ends-process'],
    ['kill', hostile("process.kill(process.pid, 'SIGKILL');"), 'load-ends-process'],
    [
      'a heap bomb',
      hostile('const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'),
      'load-ends-process',
    ],
    ['output without end', hostile("for (;;) require('fs').writeSync(1, 'x'.repeat(65536));"), 'load-ends-process'],
    [
      'a forged result',
      hostile("require('fs').writeSync(3, JSON.stringify({ kind: 'done', result: {} }));"),
      'load-ends-process',
    ],
    ['a native addon', hostile("process.dlopen({ exports: {} }, '/nowhere.node');"), 'load-threw'],
    [
      'a thrown proxy',
      hostile('throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } });'),
      'load-threw',
    ],
    ['a thrown null', hostile('throw null;'), 'load-threw'],
    [
      'an error with a hostile stack',
      hostile("throw Object.defineProperty(new Error('no'), 'stack', { get() { throw 1 } });"),
      'load-threw',
    ],
  ])('%s', async (_, code, expected) => {
    const patience = expected === 'load-never-ends' ? { sandbox: withShortLimits } : {};
    await using project = await openProject(withHostile(code), { mode: 'package', ...patience });
    const { findings } = await project.run(loadCheck);
    expect(findings).toMatchObject([{ code: expected, file: 'dist/Hostile.node.js' }]);
    const { files } = await project.context.service(loadedPackage);
    expect(files.map(({ node }) => node?.name)).toEqual(['Acme', undefined, 'Last']);
  });
});

describe('a description is plain, bounded data in any case', () => {
  const described = async (code: string) => {
    await using project = await openProject(withHostile(code), { mode: 'package' });
    const { findings } = await project.run(loadCheck);
    const { files } = await project.context.service(loadedPackage);
    return { findings, node: files[1]?.node };
  };

  test('functions, cycles, getters that throw, and values that are no JSON', async () => {
    const { findings, node } = await described(`
      const description = { name: 'hostile', version: 1, properties: [], fn() {}, big: 1n, nan: NaN, sym: Symbol('s') };
      description.self = description;
      Object.defineProperty(description, 'bad', { enumerable: true, get() { throw new Error('no'); } });
      exports.Hostile = class Hostile { description = description; execute() {} };`);
    expect(findings).toEqual([]);
    expect(node?.versions[0]?.description).toMatchObject({
      name: 'hostile',
      fn: { $function: 'fn' },
      big: { $bigint: '1' },
      nan: { $number: 'NaN' },
      sym: { $symbol: 'Symbol(s)' },
      self: { $cycle: true },
      bad: { $threw: 'no' },
    });
  });

  test('a proxy without end', async () => {
    const { findings, node } = await described(
      hostile(
        'const deep = new Proxy({}, { get: () => deep, ownKeys: () => ["a", "b"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });',
        'execute() {} get deep() { return deep }',
      ).replace("name: 'hostile'", "name: 'hostile', deep"),
    );
    expect(findings).toEqual([]);
    expect(JSON.stringify(node).length).toBeLessThan(10_000_000);
  });

  test('texts of a hundred megabytes', async () => {
    const { findings, node } = await described(
      hostile('').replace(
        "name: 'hostile'",
        "name: 'hostile', texts: Array.from({ length: 1000 }, (_, i) => String(i).repeat(1e5))",
      ),
    );
    expect(findings).toEqual([]);
    expect(JSON.stringify(node).length).toBeLessThan(10_000_000);
  });

  test('what can not be compressed is left out', async () => {
    const { findings, node } = await described(
      hostile('').replace(
        "name: 'hostile'",
        "name: 'hostile', noise: require('crypto').randomBytes(2e6).toString('base64').match(/.{1,9999}/g)",
      ),
    );
    expect(findings).toEqual([]);
    expect(node).toMatchObject({ name: 'hostile', omitted: true });
  });
});

test('a package that changes the language harms only itself', async () => {
  const code = hostile(`
    JSON.stringify = () => '{}'; Array.prototype.push = () => { throw new Error('push'); };
    Object.prototype.toJSON = () => 'forged'; Map.prototype.get = () => 1; Set.prototype.add = () => 1;
    Reflect.get = Object.keys = Object.values = () => { throw new Error('no'); };`);
  await using project = await openProject(withHostile(code), { mode: 'package' });
  const { findings } = await project.run(loadCheck);
  expect(findings).not.toEqual([]);
});

test('a missing declared file is not replaced by what a node reports', async () => {
  const contents = acmePackage(
    acmeClass({ top: "require('fs').existsSync = () => true; require('module')._load = () => ({});" }),
    {},
    { n8n: { nodes: ['dist/Acme.node.js', 'dist/Missing.node.js'] } },
  );
  await using project = await openProject(contents, { mode: 'package' });
  const { files } = await project.context.service(loadedPackage);
  expect(files[1]).toMatchObject({ path: 'dist/Missing.node.js', unseen: 'missing' });
});

test('an n8n-workflow in the package is not used', async () => {
  const contents = acmePackage(acmeClass({ top: "require('n8n-workflow').NodeConnectionTypes.Main.trim();" }), {
    'node_modules/n8n-workflow/package.json': '{ "main": "main.js" }',
    'node_modules/n8n-workflow/main.js': 'exports.NodeConnectionTypes = undefined;',
  });
  await using project = await openProject(contents, { mode: 'package' });
  expect((await project.run(loadCheck)).findings).toEqual([]);
});
