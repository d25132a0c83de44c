import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InstalledPackages } from '../../../kernel/packages.ts';
import { memoryFiles } from '../../../kernel/project-files.ts';
import { openPackages } from '../../../runner/packages/open-packages.ts';
import { useLocalRegistry } from '../source/local-registry.ts';
import { entry, tarball } from '../source/raw-tarball.ts';

const registry = useLocalRegistry();
let cache = '';
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'open-packages-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(cache, { recursive: true, force: true });
});

const hour = 60 * 60 * 1000;

function publish(...versions: string[]): void {
  const packed = versions.map((version) => {
    const files = { 'package.json': JSON.stringify({ name: 'acme', version }), 'index.js': `// ${version}` };
    const entries = Object.entries(files).map(([path, content]) => entry({ path: `package/${path}`, content }));
    return [version, { tarball: tarball(...entries) }];
  });
  registry.publish('acme', Object.fromEntries(packed));
}

/** Installs in a run of its own, and reads what it has got. */
async function install(offline = false): Promise<InstalledPackages & { code: string | undefined; until: number }> {
  let until = 0;
  const run = {
    files: memoryFiles({}),
    manifest: {},
    signal: new AbortController().signal,
    log: () => {},
    onVolatile(time: number) {
      until = time;
    },
  };
  const packages = await openPackages({ registry: registry.url, offline, environment: { XDG_CACHE_HOME: cache } }, run);
  const installed = await packages.install({ acme: '^1.0.0' });
  const { folder } = installed;
  const code = folder && readFileSync(join(folder, 'acme/index.js'), 'utf8');
  await packages.close();
  return { ...installed, code, until };
}

test('what a run has installed, the next one has within an hour, and any later one without the network', async () => {
  publish('1.0.0');
  const first = await install();
  registry.requests.length = 0;
  publish('1.0.0', '1.1.0');
  expect(await install()).toMatchObject({ folder: first.folder, code: '// 1.0.0', until: first.until });
  expect(registry.requests).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 2 * hour, toFake: ['Date'] });
  expect(await install(true)).toMatchObject({ folder: first.folder, code: '// 1.0.0' });
  const next = await install();
  expect(next.code).toBe('// 1.1.0');
  // A run may still be using the one before.
  expect(readFileSync(join(first.folder ?? '', 'acme/index.js'), 'utf8')).toBe('// 1.0.0');
});

test('an installation that has changed is made anew', async () => {
  publish('1.0.0');
  const { folder = '' } = await install();
  writeFileSync(join(folder, 'acme/package.json'), '{}');
  expect(await install()).toMatchObject({ code: '// 1.0.0', missing: {} });
});

test('where the registry does not answer, the last installation is used', async () => {
  publish('1.0.0');
  const { folder } = await install();
  vi.useFakeTimers({ now: Date.now() + 2 * hour, toFake: ['Date'] });
  registry.answer('/acme', (_, response) => response.writeHead(503).end());
  expect(await install()).toMatchObject({ folder, code: '// 1.0.0', missing: {} });
  registry.answer('/acme', (_, response) => response.writeHead(404).end());
  expect((await install()).missing['acme']).toContain('404');
});

test('what could not be installed is tried again', async () => {
  expect((await install()).missing['acme']).toContain('404');
  publish('1.0.0');
  expect(await install()).toMatchObject({ code: '// 1.0.0', missing: {} });
});
