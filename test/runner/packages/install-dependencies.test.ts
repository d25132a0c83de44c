import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { InstalledParts } from '../../../kernel/packages.ts';
import { type InstallLimits, installDependencies } from '../../../runner/packages/install-dependencies.ts';
import { Registry } from '../../../runner/source/registry.ts';
import { sha512, useLocalRegistry } from '../source/local-registry.ts';
import { entry, tarball } from '../source/raw-tarball.ts';

const registry = useLocalRegistry();

function publish(
  name: string,
  versions: Readonly<Record<string, Readonly<Record<string, string>>>>,
  more: { manifest?: object; dist?: Record<string, unknown>; files?: Readonly<Record<string, string>> } = {},
): void {
  const packed = Object.entries(versions).map(([version, dependencies]) => {
    const manifest = { name, version, dependencies, ...more.manifest };
    const files = { 'package.json': JSON.stringify(manifest), 'index.js': `// ${name} ${version}`, ...more.files };
    const entries = Object.entries(files).map(([path, content]) => entry({ path: `package/${path}`, content }));
    return [
      version,
      { tarball: tarball(...entries), dependencies: { ...dependencies }, ...(more.dist && { dist: more.dist }) },
    ];
  });
  registry.publish(name, Object.fromEntries(packed));
}

async function install(
  wanted: Readonly<Record<string, string>>,
  { offline = false, limits, parts }: { offline?: boolean; limits?: InstallLimits; parts?: InstalledParts } = {},
) {
  const { folder, missing, remove } = await installDependencies(wanted, {
    registry: offline ? undefined : new Registry(new URL(registry.url), 5),
    registryUrl: registry.url,
    environment: {},
    signal: new AbortController().signal,
    place: join(await mkdtemp(join(tmpdir(), 'installation-')), 'of'),
    ...(limits && { limits }),
    ...(parts && { parts }),
  });
  onTestFinished(remove);
  const read = (path: string) => (folder === undefined ? undefined : readFileSync(join(folder, path), 'utf8'));
  return { folder, missing, read, remove };
}

test('installs what npm installs, with another version for a package that needs one', async () => {
  publish('acme', { '1.0.0': { leaf: '^1.0.0' }, '1.2.0': { leaf: '^1.0.0' }, '2.0.0': {} });
  publish('leaf', { '1.5.0': {}, '2.0.0': {} }, { files: { 'README.md': 'read me', 'index.d.ts': 'export {};' } });
  const { read, missing, folder = '' } = await install({ acme: '^1.0.0', leaf: '^2.0.0' });
  expect(missing).toEqual({});
  expect(read('acme/index.js')).toBe('// acme 1.2.0');
  expect(read('leaf/index.js')).toBe('// leaf 2.0.0');
  expect(read('acme/node_modules/leaf/index.js')).toBe('// leaf 1.5.0');
  expect(readdirSync(join(folder, 'leaf')).sort()).toEqual(['index.js', 'package.json']);
});

test('takes a dot within a path as npm does', async () => {
  publish('acme', { '1.0.0': {} }, { files: { './dist/./main.js': 'here' } });
  const { read, missing } = await install({ acme: '1.0.0' });
  expect([missing, read('acme/dist/main.js')]).toEqual([{}, 'here']);
});

test('runs no scripts, and leaves nothing behind', async () => {
  const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' };
  publish('acme', { '1.0.0': {} }, { manifest: { scripts } });
  const { folder = '', remove } = await install({ acme: '1.0.0' });
  expect(readdirSync(join(folder, 'acme')).sort()).toEqual(['index.js', 'package.json']);
  await remove();
  expect(existsSync(dirname(dirname(folder)))).toBe(false);
});

test('installs no peers: the host provides them', async () => {
  publish('acme', { '1.0.0': {} }, { manifest: { peerDependencies: { host: '*' } } });
  const { folder = '' } = await install({ acme: '1.0.0' });
  expect(readdirSync(folder)).toEqual(['acme']);
});

test.each(['github:owner/name', 'git+ssh://git@github.com/owner/name.git', 'file:../x', 'http://127.0.0.1:9/x.tgz'])(
  'does not install %s for any package',
  async (range) => {
    publish('acme', { '1.0.0': { elsewhere: range } });
    const direct = await install({ elsewhere: range });
    expect(direct).toMatchObject({ folder: undefined, missing: { elsewhere: 'it does not come from the registry' } });
    expect(registry.requests).toEqual([]);
    const { folder, missing } = await install({ acme: '1.0.0' });
    expect(folder).toBeUndefined();
    expect(missing).toEqual({ acme: expect.any(String) });
  },
);

test('requests nothing when offline', async () => {
  publish('acme', { '1.0.0': {} });
  expect(await install({ acme: '1.0.0' }, { offline: true })).toMatchObject({ missing: { acme: 'offline' } });
  expect(registry.requests).toEqual([]);
});

test('reports a package that does not exist, or does not match the registry', async () => {
  expect((await install({ nothing: '1.0.0' })).missing['nothing']).toContain('404');
  publish('acme', { '1.0.0': {} }, { dist: { integrity: sha512(Buffer.from('other')) } });
  expect((await install({ acme: '1.0.0' })).missing['acme']).toContain('has another integrity');
});

test('installs a package of 70 MiB', async () => {
  const part = '\n'.repeat(35 * 2 ** 20);
  publish('acme', { '1.0.0': {} }, { files: { 'a.js': part, 'b.js': part } });
  expect((await install({ acme: '*' })).missing).toEqual({});
});

test('installs parts of what packages depend on beside the others', async () => {
  publish('kit', { '0.3.0': { tools: '^1.0.0', heavy: '*' }, '0.3.2': { tools: '^1.0.0', heavy: '*' }, '0.4.0': {} });
  publish('tools', { '1.1.0': { core: '*', kit: '*' }, '2.0.0': {} });
  publish('core', { '1.0.0': {} });
  publish('leaf', { '1.0.0': {} });
  const parts = { wanted: { kit: '~0.3.0 <=0.3.2' }, only: ['kit', 'tools'], empty: ['@big/heavy', 'leaf'] };
  const { read, missing, folder = '' } = await install({ leaf: '^1.0.0' }, { parts });
  expect(missing).toEqual({});
  expect(readdirSync(folder).sort()).toEqual(['@big', 'kit', 'leaf', 'tools']);
  expect([read('kit/index.js'), read('tools/index.js')]).toEqual(['// kit 0.3.2', '// tools 1.1.0']);
  expect(read('leaf/index.js')).toBe('// leaf 1.0.0');
  const of = createRequire(join(folder, 'kit/index.js'));
  const { Loader, parse } = of('@big/heavy/loaders/text');
  expect(() => new (class extends Loader {})()).toThrow('dependency "@big/heavy" is not installed: it is too large');
  expect(() => parse('a')).toThrow('dependency "@big/heavy" is not installed');
});

test('installs the others where parts cannot be had', async () => {
  publish('leaf', { '1.0.0': {} });
  const parts = { wanted: { nothing: '1.0.0' }, only: [], empty: [] };
  const { read, missing } = await install({ leaf: '^1.0.0' }, { parts });
  expect([read('leaf/index.js'), missing['nothing']]).toEqual(['// leaf 1.0.0', expect.stringContaining('nothing')]);
});

test('installs all parts or none', async () => {
  publish('kit', { '0.3.0': { gone: '^1.0.0' } });
  publish('leaf', { '1.0.0': {} });
  const parts = { wanted: { kit: '~0.3.0' }, only: ['gone'], empty: ['heavy'] };
  const { missing, folder = '' } = await install({ leaf: '^1.0.0' }, { parts });
  expect([readdirSync(folder), missing['kit']]).toEqual([['leaf'], expect.stringContaining('gone')]);
});

test('enforces its limits', async () => {
  publish('acme', { '1.0.0': { leaf: '*' } });
  publish('leaf', { '1.0.0': {} }, { files: { 'big.js': 'x'.repeat(1000) } });
  const limits = { packages: 10, bytes: 10_000, seconds: 30 };
  expect((await install({ acme: '*' }, { limits })).missing).toEqual({});
  expect((await install({ acme: '*' }, { limits: { ...limits, packages: 1 } })).missing['acme']).toBe(
    'they are 2 packages, the limit is 1',
  );
  expect((await install({ acme: '*' }, { limits: { ...limits, bytes: 500 } })).missing['acme']).toMatch(/larger than/);
  registry.answer('/acme', () => {});
  expect((await install({ acme: '*' }, { limits: { ...limits, seconds: 1 } })).missing['acme']).toBe(
    'the time limit of 1 s is reached',
  );
});
