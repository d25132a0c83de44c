import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Gates, type Toy } from '../cloud/toy-plugin.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { entry, tarball } from '../runner/source/raw-tarball.ts';
import { project, serviceHere } from './service-process.ts';

const registry = useLocalRegistry();
let gates: Gates;
beforeAll(async () => {
  gates = await Gates.make();
});
afterAll(() => gates.remove());

const filesOf = (toy: Toy) => ({ 'package.json': '{"name":"my-toy"}', 'toy.json': JSON.stringify(toy) });

async function verify(toy: Toy, flags: readonly string[] = [], env: Record<string, string> = { SERVICE_OFFLINE: '' }) {
  const cwd = await project({ ...filesOf(toy), '.service/config.json': '{"include":["toy.json"]}' });
  const plugin = join(gates.plugin.folder, gates.plugin.specifier);
  const args = ['verify', '--local', '--against-published', '--type', 'toy', '--plugin', plugin, ...flags];
  return serviceHere(args, { cwd, env: { npm_config_registry: registry.url, ...env } });
}

it('compares a project with what is published, and keeps its own result', async () => {
  const published = filesOf({ observations: [{ message: 'old' }], shipped: { files: [{ path: 'a.js', size: 1 }] } });
  const entries = Object.entries(published).map(([path, content]) => entry({ path: `package/${path}`, content }));
  registry.publish('my-toy', { '1.0.0': { tarball: tarball(...entries) } });
  const { exitCode, stdout, stderr, left } = await verify({ shipped: { files: [] } });
  expect(stdout).toMatch(
    /^Compared with my-toy@1\.0\.0: findings: 0 new, 1 gone, 0 unchanged; files: 0 added, 1 removed, 0 changed\n\nVerification passed: /m,
  );
  expect(stderr).toContain('Verifying my-toy@latest to compare with it');
  expect([exitCode, left]).toEqual([0, []]);
});

it('says why there is nothing to compare with', async () => {
  const first = await verify({});
  expect(first.stdout).toContain('Not compared with the published version: The npm registry');
  expect(first.stdout).toContain('has no package my-toy\n');
  const offline = await verify({}, ['--offline'], {});
  expect(offline.stdout).toContain('Not compared with the published version: offline\n');
  expect([first.exitCode, offline.exitCode]).toEqual([0, 0]);
});

it.each([
  ['a package', ['my-toy']],
  ['--watch', ['--watch']],
])('is refused with %s', async (_, flags) => {
  const { exitCode, stderr } = await verify({}, flags);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('--against-published requires a project on this machine'),
  ]);
});
