import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ProvidedPackages, WantedPackages } from '../../../kernel/packages.ts';
import { memoryFiles } from '../../../kernel/project-files.ts';
import { PackageStore } from '../../../runner/packages/package-store.ts';
import { ProjectPackages } from '../../../runner/packages/project-packages.ts';
import { Registry } from '../../../runner/source/registry.ts';
import { sha512, useLocalRegistry } from '../source/local-registry.ts';
import { useOwnPlace } from '../source/own-place.ts';
import { entry, tarball } from '../source/raw-tarball.ts';

const registry = useLocalRegistry();
const place = useOwnPlace();

type Contents = Readonly<Record<string, string | Uint8Array>>;

const packageOf = (manifest: object, files: Contents = {}) =>
  tarball(
    ...Object.entries({ 'package.json': JSON.stringify(manifest), ...files }).map(([path, content]) =>
      entry({ path: `package/${path}`, content }),
    ),
  );

/** Publishes acme@1.0.0, whose types import leaf, of which it has an own version. */
function publishAcme() {
  const acme = packageOf(
    { name: 'acme', version: '1.0.0', types: 'index.d.ts', exports: './index.js', dependencies: { leaf: '^1.0.0' } },
    {
      'index.d.ts': "import type { Leaf } from 'leaf';\nexport declare const one: Leaf;\n",
      'index.js': 'code',
      'a.md': '',
    },
  );
  const leaf = packageOf({ name: 'leaf', version: '1.0.0' }, { 'index.d.ts': 'export type Leaf = 1;\n' });
  const newer = packageOf({ name: 'leaf', version: '2.0.0' }, { 'index.d.ts': 'export type Leaf = 2;\n' });
  registry.publish('acme', { '1.0.0': { tarball: acme } });
  registry.publish('leaf', { '1.0.0': { tarball: leaf }, '2.0.0': { tarball: newer } });
  return {
    '': {},
    'node_modules/acme': {
      version: '1.0.0',
      integrity: sha512(acme),
      resolved: 'http://127.0.0.1:9/acme/-/acme-1.0.0.tgz',
    },
    'node_modules/acme/node_modules/leaf': { version: '1.0.0', integrity: sha512(leaf) },
    'node_modules/leaf': { version: '2.0.0', integrity: sha512(newer) },
  };
}

interface Given {
  packages?: object;
  /** The manifest of the folder around the project. */
  above?: object;
  manifest?: Readonly<Record<string, unknown>>;
  offline?: boolean;
  folder?: string;
  patience?: number;
  signal?: AbortSignal;
  /** The folder of the store. */
  store?: string;
}

function open({
  packages,
  above,
  manifest = {},
  offline = false,
  folder,
  patience = 5,
  signal,
  store = join(place.folder, 'packages'),
}: Given) {
  const onVolatile = vi.fn();
  const lock = packages && { 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }) };
  return {
    onVolatile,
    packages: new ProjectPackages({
      files: memoryFiles({
        'package.json': JSON.stringify(manifest),
        ...lock,
        ...(above && { '../package.json': JSON.stringify(above) }),
      }),
      manifest,
      store: new PackageStore(store),
      registry: offline ? undefined : new Registry(new URL(registry.url), patience),
      origin: registry.url,
      folder,
      signal: signal ?? new AbortController().signal,
      log: () => {},
      onVolatile,
    }),
  };
}

const provide = async (given: Given, wanted: Partial<WantedPackages> = {}): Promise<ProvidedPackages> => {
  const { packages } = open(given);
  const laid = await packages.provide({ names: ['acme'], ...wanted });
  await packages.close();
  return laid;
};
const textIn = ({ folder = '' }: ProvidedPackages, path: string) => readFileSync(join(folder, path), 'utf8');

test('packages of the lock file are laid out as installed, with the imports of their types', async () => {
  const laid = await provide({ packages: publishAcme() }, { names: ['acme', 'leaf'] });
  expect(laid).toMatchObject({ versions: { acme: '1.0.0', leaf: '2.0.0' }, missing: [] });
  expect(textIn(laid, 'leaf/index.d.ts')).toContain('Leaf = 2');
  expect(textIn(laid, 'acme/node_modules/leaf/index.d.ts')).toContain('Leaf = 1');
});

test('packages that were laid out are found in a cache that was moved', async () => {
  const packages = publishAcme();
  const store = join(place.folder, 'store');
  await provide({ packages, store });
  const moved = join(place.folder, 'moved');
  renameSync(store, moved);
  const laid = await provide({ packages, store: moved, offline: true });
  expect(laid.folder?.startsWith(moved)).toBe(true);
  expect(textIn(laid, 'acme/index.d.ts')).toContain('leaf');
});

test('a tarball whose root folder is a dot is unpacked as npm does', async () => {
  const manifest = JSON.stringify({ name: 'acme', version: '1.0.0', types: './types/index.d.ts' });
  const types = entry({ path: './types/index.d.ts', content: 'export {};' });
  const acme = tarball(entry({ path: './package.json', content: manifest }), types, entry({ path: './readme.md' }));
  registry.publish('acme', { '1.0.0': { tarball: acme } });
  const laid = await provide({ packages: { 'node_modules/acme': { version: '1.0.0', integrity: sha512(acme) } } });
  expect(laid).toMatchObject({ versions: { acme: '1.0.0' }, missing: [] });
  expect(textIn(laid, 'acme/types/index.d.ts')).toBe('export {};');
});

test('a package that is imported by name contains its declarations', async () => {
  const laid = await provide({ packages: publishAcme() });
  expect(readdirSync(join(laid.folder ?? '', 'acme')).sort()).toEqual(['index.d.ts', 'package.json']);
});

test('of code files, only names are included', async () => {
  const laid = await provide({ packages: publishAcme() }, { deep: ['acme'] });
  expect(readdirSync(join(laid.folder ?? '', 'acme')).sort()).toEqual(['index.d.ts', 'index.js', 'package.json']);
  expect(textIn(laid, 'acme/index.js')).toBe('');
  expect(JSON.parse(textIn(laid, 'acme/package.json'))).toHaveProperty('exports');
});

test('files of a package and its dependencies are read', async () => {
  const { packages, onVolatile } = open({ packages: publishAcme() });
  const acme = await packages.files('acme');
  if ('kind' in acme) throw new Error(acme.reason);
  expect(acme.read('index.d.ts')).toContain("from 'leaf'");
  expect([acme.read('../leaf/index.d.ts'), acme.read('nowhere.json'), acme.read('a.md')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const leaf = await acme.files('leaf');
  expect('read' in leaf && leaf.read('index.d.ts')).toContain('Leaf = 1');
  expect(await acme.files('none')).toMatchObject({ kind: 'unknown', reason: 'acme does not depend on it' });
  expect(await packages.files('none')).toMatchObject({
    kind: 'unknown',
    reason: 'package.json and package-lock.json do not list it',
  });
  expect(onVolatile).not.toHaveBeenCalled();
});

test('a package with requested files that cannot be fetched is requested again next time', async () => {
  const { packages, onVolatile } = open({ packages: publishAcme(), offline: true });
  expect(await packages.files('acme')).toEqual({ name: 'acme', kind: 'unavailable', reason: 'offline' });
  expect(onVolatile).toHaveBeenCalledOnce();
});

test('manifests have no `exports` for a resolution that does not support them', async () => {
  const laid = await provide({ packages: publishAcme() }, { withoutExports: true });
  expect(JSON.parse(textIn(laid, 'acme/package.json'))).toEqual({
    name: 'acme',
    version: '1.0.0',
    types: 'index.d.ts',
    dependencies: { leaf: '^1.0.0' },
  });
});

test('cached packages are available without the network, and equal', async () => {
  const packages = publishAcme();
  const first = await provide({ packages });
  registry.requests.length = 0;
  expect(await provide({ packages, offline: true })).toMatchObject({ folder: first.folder, missing: [] });
  // Another project, of which no plan is remembered.
  expect(await provide({ packages, manifest: { name: 'other' }, offline: true })).toMatchObject({
    folder: first.folder,
  });
  expect(registry.requests).toEqual([]);
});

test('offline, a range is the version that it was resolved to before', async () => {
  publishAcme();
  const manifest = { dependencies: { acme: '^1.0.0' } };
  const first = await provide({ manifest });
  registry.requests.length = 0;
  const again = await provide({ manifest: { ...manifest, name: 'other' }, offline: true });
  expect(again).toMatchObject({ folder: first.folder, versions: { acme: '1.0.0' }, missing: [] });
  expect(registry.requests).toEqual([]);
});

test('offline, it lists the missing packages', async () => {
  const { missing, folder } = await provide({ packages: publishAcme(), offline: true });
  expect(missing).toEqual([
    { name: 'acme', version: '1.0.0', kind: 'unavailable', reason: 'offline', neededBy: ['acme'] },
  ]);
  expect(folder).toBeUndefined();
});

test('URLs of a lock file are not requested, and the registry only for tarballs', async () => {
  await provide({ packages: publishAcme() });
  expect(registry.requests.toSorted()).toEqual(['GET /acme/-/acme-1.0.0.tgz', 'GET /leaf/-/leaf-1.0.0.tgz']);
});

test('a package that is served with another integrity than the lock file states is not used', async () => {
  const packages = publishAcme();
  const lying = { ...packages, 'node_modules/acme': { version: '1.0.0', integrity: `sha512-${'a'.repeat(86)}==` } };
  const { folder, missing } = await provide({ packages: lying });
  expect(folder).toBeUndefined();
  expect(missing).toEqual([
    {
      name: 'acme',
      version: '1.0.0',
      kind: 'refused',
      reason: 'package-lock.json has another integrity for acme@1.0.0',
      neededBy: ['acme'],
    },
  ]);
});

test('a tarball on another host is refused', async () => {
  registry.publish('acme', {
    '1.0.0': { dist: { tarball: 'http://elsewhere.example/acme-1.0.0.tgz', integrity: undefined } },
  });
  const { missing } = await provide({ manifest: { dependencies: { acme: '^1.0.0' } } });
  expect(missing).toMatchObject([
    {
      name: 'acme',
      kind: 'refused',
      reason: expect.stringContaining('elsewhere.example instead of the registry'),
    },
  ]);
});

test('without a lock file, the highest version in the range is used, for an hour', async () => {
  publishAcme();
  const manifest = { devDependencies: { leaf: '*', acme: '^1.0.0' } };
  const { packages, onVolatile } = open({ manifest });
  const laid = await packages.provide({ names: ['acme', 'leaf'] });
  expect(laid).toMatchObject({ versions: { acme: '1.0.0', leaf: '2.0.0' }, missing: [] });
  expect(textIn(laid, 'acme/node_modules/leaf/index.d.ts')).toContain('Leaf = 1');
  expect(onVolatile.mock.lastCall?.[0]).toBeGreaterThan(Date.now());
  registry.requests.length = 0;
  expect((await provide({ manifest }, { names: ['acme', 'leaf'] })).folder).toBe(laid.folder);
  expect(registry.requests).toEqual([]);
});

test('what the manifest of a folder around the project lists is found from there', async () => {
  publishAcme();
  const above = { devDependencies: { acme: '^1.0.0' } };
  expect((await provide({ above })).versions).toEqual({ acme: '1.0.0' });
  expect((await provide({ above: {} })).missing).toMatchObject([{ name: 'acme', kind: 'unknown' }]);
  // Its own one counts first, and is not cached as that of the other.
  expect((await provide({ above, manifest: { dependencies: { acme: '^2.0.0' } } })).missing).toMatchObject([
    { name: 'acme', kind: 'refused' },
  ]);
});

test('types that package.json lists and the lock file lacks belong to the project', async () => {
  const lists = { dependencies: { acme: '^1.0.0' }, devDependencies: { '@types/node': '^24.0.0' } };
  expect(await open({ packages: publishAcme(), manifest: lists }).packages.ambient()).toEqual(['@types/node']);
  expect(await open({ packages: publishAcme() }).packages.ambient()).toEqual([]);
});

test('the types of Node.js belong to a project whose lock file lacks packages that npm installs', async () => {
  const ambient = (manifest: Readonly<Record<string, unknown>>) =>
    open({ packages: publishAcme(), manifest }).packages.ambient();
  const peers = { peerDependencies: { 'n8n-workflow': '*' } };
  expect(await ambient(peers)).toEqual(['@types/node']);
  expect(await ambient({ ...peers, peerDependenciesMeta: { 'n8n-workflow': { optional: true } } })).toEqual([]);
  expect(await ambient({ peerDependencies: { acme: '*' } })).toEqual([]);
});

test('a version that package.json does not allow is not that of the lock file, unless it is overridden', async () => {
  const versionsWith = async (more: object) => {
    const manifest = { devDependencies: { leaf: '^1.0.0', acme: '^1.0.0' }, ...more };
    const { versions } = await provide({ packages: publishAcme(), manifest }, { names: ['acme', 'leaf'] });
    return versions;
  };
  expect(await versionsWith({})).toEqual({ acme: '1.0.0', leaf: '1.0.0' });
  expect(await versionsWith({ overrides: { leaf: '2.0.0' } })).toEqual({ acme: '1.0.0', leaf: '2.0.0' });
});

test('a version can replace that of the lock file', async () => {
  const laid = await provide({ packages: publishAcme() }, { names: ['leaf'], instead: { leaf: '1.0.0' } });
  expect(laid.versions).toEqual({ leaf: '1.0.0' });
});

test('so can the highest one in a range', async () => {
  const laid = await provide({ packages: publishAcme() }, { names: ['leaf'], instead: { leaf: '>=1.0.0 <2.0.0' } });
  expect(laid.versions).toEqual({ leaf: '1.0.0' });
  const none = await provide({ packages: publishAcme() }, { names: ['leaf'], instead: { leaf: '>2.0.0 <3.0.0' } });
  expect(none.versions).toEqual({});
  expect(none.missing).toMatchObject([{ name: 'leaf', kind: 'refused' }]);
});

test('a package that nobody requests is unknown, unless it is optional', async () => {
  const { missing } = await provide({ packages: publishAcme() }, { names: ['nobody'], optional: ['nothing'] });
  expect(missing).toEqual([
    {
      name: 'nobody',
      kind: 'unknown',
      reason: 'package.json and package-lock.json do not list it',
      neededBy: ['nobody'],
    },
  ]);
});

test.each([
  ['does not have it', 404, 'refused', /has no package acme/],
  ['breaks', 500, 'unavailable', /responded with HTTP 500/],
])('a registry that %s does not affect other packages', async (_, status, kind, reason) => {
  const packages = publishAcme();
  for (const path of ['/acme', '/acme/-/acme-1.0.0.tgz'])
    registry.answer(path, (_, response) => response.writeHead(status).end());
  const laid = await provide({ packages }, { names: ['acme', 'leaf'] });
  expect(laid.versions).toEqual({ leaf: '2.0.0' });
  expect(laid.missing).toMatchObject([{ name: 'acme', version: '1.0.0', kind }]);
  expect(laid.missing[0]?.reason).toMatch(reason);
});

test('a registry that does not respond is given up after a while, and not asked for everything', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const packages = Object.fromEntries(
    names.map((name) => [`node_modules/${name}`, { version: '1.0.0', integrity: 'sha1-abc=' }]),
  );
  for (const name of names) registry.answer(`/${name}/-/${name}-1.0.0.tgz`, () => {});
  const { onVolatile, packages: opened } = open({ packages, patience: 0.3 });
  const { missing } = await opened.provide({ names });
  expect(missing).toHaveLength(40);
  expect(missing[0]?.reason).toMatch(/did not respond for 0.3 s/);
  expect(registry.requests.length).toBeLessThan(30);
  expect(onVolatile.mock.lastCall?.[0]).toBeLessThanOrEqual(Date.now());
});

test('fetching ends with the run', async () => {
  const packages = publishAcme();
  registry.answer('/acme/-/acme-1.0.0.tgz', () => {});
  const { missing } = await provide({ packages, signal: AbortSignal.timeout(200) });
  expect(missing).toMatchObject([{ name: 'acme', reason: 'time limit reached' }]);
});

test('packages that the project has installed at exactly that version are read instead of fetched', async () => {
  const packages = publishAcme();
  await place.write({
    'project/.git/HEAD': '',
    'project/node_modules/acme/package.json': '{"name":"acme","version":"1.0.0"}',
    'project/node_modules/acme/index.d.ts': "import 'leaf';",
    'project/node_modules/leaf/package.json': '{"name":"leaf","version":"2.0.0"}',
    'project/node_modules/leaf/index.d.ts': '',
  });
  const folder = join(place.folder, 'project');
  const laid = await provide({ packages, folder });
  expect(textIn(laid, 'acme/index.d.ts')).toBe("import 'leaf';");
  // Of leaf, acme has an own version, which is not installed.
  expect(registry.requests).toEqual(['GET /leaf/-/leaf-1.0.0.tgz']);
  writeFileSync(join(folder, 'node_modules/acme/package.json'), '{"name":"acme","version":"1.0.1"}');
  expect(textIn(await provide({ packages, folder }), 'acme/index.d.ts')).toContain('Leaf');
});

test.each([
  ['leads out of the repository', '../../outside/acme', 'not read'],
  ['leads to the store of pnpm', './.pnpm/acme@1.0.0/node_modules/acme', 'read'],
])('an installed package that %s is %s', async (_, target, outcome) => {
  const packages = publishAcme();
  const files = { 'package.json': '{"name":"acme","version":"1.0.0"}', 'index.d.ts': 'installed' };
  for (const at of ['outside/acme', 'project/node_modules/.pnpm/acme@1.0.0/node_modules/acme'])
    await place.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${at}/${name}`, text])));
  const { symlinkSync } = await import('node:fs');
  symlinkSync(target, join(place.folder, 'project/node_modules/acme'));
  if (outcome === 'not read') rmSync(join(place.folder, 'project/node_modules/.pnpm'), { recursive: true });
  const laid = await provide({ packages, folder: join(place.folder, 'project') });
  expect(textIn(laid, 'acme/index.d.ts') === 'installed').toBe(outcome === 'read');
});

test('two concurrent runs share one copy', async () => {
  const packages = publishAcme();
  const both = await Promise.all([provide({ packages }), provide({ packages, manifest: { name: 'other' } })]);
  expect(both[0]?.folder).toBe(both[1]?.folder);
  expect(readdirSync(join(place.folder, 'packages/unpacked'))).toHaveLength(2);
  expect(readdirSync(join(place.folder, 'packages/drafts'))).toEqual([]);
});

test('missing or changed files in the cache are fetched again', async () => {
  const packages = publishAcme();
  const first = await provide({ packages });
  rmSync(join(first.folder ?? '', 'acme/package.json'), { force: true });
  expect(existsSync(join((await provide({ packages })).folder ?? '', 'acme/package.json'))).toBe(true);
  rmSync(join(place.folder, 'packages/layouts'), { recursive: true });
  const [unpacked = ''] = readdirSync(join(place.folder, 'packages/unpacked'));
  rmSync(join(place.folder, 'packages/unpacked', unpacked, 'index.d.ts'));
  expect(textIn(await provide({ packages }), 'acme/index.d.ts')).toContain('Leaf');
  rmSync(join(place.folder, 'packages/layouts'), { recursive: true });
  rmSync(join(place.folder, 'packages/unpacked'), { recursive: true });
  expect(textIn(await provide({ packages }), 'acme/index.d.ts')).toContain('Leaf');
});

test('packages with circular imports, and a hostile number of them, end', async () => {
  const cyclic = (name: string, other: string) =>
    packageOf({ name, version: '1.0.0' }, { 'index.d.ts': `import '${other}';` });
  const [a, b] = [cyclic('a', 'b'), cyclic('b', 'a')];
  registry.publish('a', { '1.0.0': { tarball: a } });
  registry.publish('b', { '1.0.0': { tarball: b } });
  const packages = {
    'node_modules/a': { version: '1.0.0', integrity: sha512(a) },
    'node_modules/b': { version: '1.0.0', integrity: sha512(b) },
  };
  expect(await provide({ packages }, { names: ['a'] })).toMatchObject({ missing: [] });
  const many = Array.from({ length: 100_000 }, (_, index) => `import 'p${index}';`).join('\n');
  const wide = packageOf({ name: 'wide', version: '1.0.0' }, { 'index.d.ts': many });
  registry.publish('wide', { '1.0.0': { tarball: wide } });
  const laid = await provide(
    { packages: { 'node_modules/wide': { version: '1.0.0', integrity: sha512(wide) } } },
    { names: ['wide'] },
  );
  expect(laid.versions).toEqual({ wide: '1.0.0' });
});

test('types of 50 MB are accepted', async () => {
  const files = Array.from({ length: 5 }, (_, index) => [`t${index}.d.ts`, Buffer.alloc(10 * 2 ** 20, ' ')]);
  const large = packageOf({ name: 'large', version: '1.0.0' }, Object.fromEntries(files));
  registry.publish('large', { '1.0.0': { tarball: large } });
  const packages = { 'node_modules/large': { version: '1.0.0', integrity: sha512(large) } };
  expect((await provide({ packages }, { names: ['large'] })).versions).toEqual({ large: '1.0.0' });
});

test('types of a package without any are those of DefinitelyTyped', async () => {
  const plain = packageOf({ name: 'acme', version: '1.0.0' }, { 'index.js': '' });
  const types = packageOf({ name: '@types/acme', version: '1.0.0' }, { 'index.d.ts': '' });
  registry.publish('acme', { '1.0.0': { tarball: plain } });
  registry.publish('@types/acme', { '1.0.0': { tarball: types } });
  const laid = await provide({
    packages: {
      'node_modules/acme': { version: '1.0.0', integrity: sha512(plain) },
      'node_modules/@types/acme': { version: '1.0.0', integrity: sha512(types) },
    },
  });
  expect(laid.versions).toEqual({ '@types/acme': '1.0.0', acme: '1.0.0' });
});

test('for missing packages, it lists the requested packages that need them', async () => {
  const packages = publishAcme();
  registry.answer('/leaf/-/leaf-1.0.0.tgz', (_, response) => response.writeHead(404).end());
  registry.answer('/leaf', (_, response) => response.writeHead(404).end());
  const { missing, versions } = await provide({ packages }, { names: ['acme', 'leaf'] });
  expect(versions).toEqual({ acme: '1.0.0', leaf: '2.0.0' });
  expect(missing).toMatchObject([{ name: 'leaf', version: '1.0.0', neededBy: ['acme'] }]);
});

test('files of other projects are neither copied nor followed', async () => {
  const laid = await provide({ packages: publishAcme() }, { names: ['acme', 'leaf'], except: ['leaf'] });
  expect(laid).toMatchObject({ versions: { acme: '1.0.0' }, missing: [] });
  expect(registry.requests).toEqual(['GET /acme/-/acme-1.0.0.tgz']);
  expect(laid.excepted).toEqual(['leaf']);
  expect((await provide({ packages: publishAcme() }, { names: ['leaf'], except: ['acme', 'other'] })).excepted).toEqual(
    [],
  );
});

test('a bundled package replaces one that cannot be fetched or that nobody requests', async () => {
  const wanted = { names: ['acme'], optional: ['@types/node'], spare: ['@types/node'] };
  const packages = { ...publishAcme(), 'node_modules/@types/node': { version: '1.2.3', integrity: 'sha1-abc=' } };
  const spare = await provide({ packages }, wanted);
  expect(spare.versions['@types/node']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(spare.missing).toMatchObject([{ name: '@types/node', version: '1.2.3' }]);
  expect(await provide({ packages: publishAcme() }, wanted)).toMatchObject({ versions: spare.versions, missing: [] });
});

test('without a lock file, types that other types depend on are found as well', async () => {
  const manifest = { devDependencies: { '@types/promised': '^1.0.0' } };
  const dependencies = { '@types/asked': '*' };
  const promised = packageOf({ name: '@types/promised', version: '1.0.0', dependencies }, { 'index.d.ts': '' });
  const asked = packageOf({ name: '@types/asked', version: '2.0.0' }, { 'index.d.ts': '' });
  registry.publish('@types/promised', { '1.0.0': { tarball: promised } });
  registry.publish('@types/asked', { '2.0.0': { tarball: asked } });
  const laid = await provide({ manifest }, { names: ['asked', 'other'] });
  expect(laid.versions).toEqual({ '@types/asked': '2.0.0' });
  expect(laid.missing).toMatchObject([
    { name: 'asked', kind: 'unknown' },
    { name: 'other', kind: 'unknown' },
  ]);
});

test('a package is absent if the registry says so, and not if it gives no answer', async () => {
  publishAcme();
  registry.answer('/guarded', (_, response) => response.writeHead(403).end());
  const { packages, onVolatile } = open({});
  const wanted = { acme: '^1.0.0', nowhere: '*', guarded: '1.0.0' };
  expect(await packages.absent(wanted)).toEqual({
    ...{ registry: registry.url, names: ['nowhere'] },
    ...{ versions: {}, unanswered: ['guarded'] },
  });
  expect(onVolatile.mock.lastCall?.[0]).toBeLessThanOrEqual(Date.now());
  const offline = await open({ offline: true }).packages.absent(wanted);
  expect([offline.names, offline.unanswered]).toEqual([[], Object.keys(wanted)]);
});

test('a version is absent if all that the registry has are older, and not if it is between them', async () => {
  const tarball = packageOf({ name: 'spread', version: '1.0.0' }, { 'index.d.ts': '' });
  registry.publish('spread', { '1.0.0': { tarball }, '3.0.0': { tarball } });
  const { packages } = open({});
  const { versions } = await packages.absent({ spread: '^4.1.0' });
  expect(versions).toEqual({
    spread: 'The package spread has no version matching ^4.1.0 (latest versions: 3.0.0, 1.0.0; tags: latest)',
  });
  for (const between of ['2.0.0', '^2.1.0', 'next', '~1.0.0', '^1.0|', 'latest version'])
    expect((await packages.absent({ spread: between })).versions).toEqual({});
});
