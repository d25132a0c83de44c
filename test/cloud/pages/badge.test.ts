import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useLocalRegistry } from '../../runner/source/local-registry.ts';
import { entry, tarball } from '../../runner/source/raw-tarball.ts';
import { request, startTestCloud, type TestCloud, toyRequest } from '../server/test-cloud.ts';
import type { Toy } from '../toy-plugin.ts';

const registry = useLocalRegistry({ lasting: true });
let cloud: TestCloud;
beforeAll(async () => {
  vi.stubEnv('npm_config_registry', registry.url);
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

function publish(name: string, versions: Record<string, Toy>): void {
  const packed = (toy: Toy) =>
    tarball(
      entry({ path: 'package/package.json', content: JSON.stringify({ name }) }),
      entry({ path: 'package/toy.json', content: JSON.stringify(toy) }),
    );
  registry.publish(
    name,
    Object.fromEntries(Object.entries(versions).map(([version, toy]) => [version, { tarball: packed(toy) }])),
  );
}

async function badgeOf(name: string): Promise<string> {
  const { status, text, headers } = await request(`${cloud.url}/badges/${name}.svg`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  return /<title>(.*)<\/title>/.exec(text)?.[1] ?? '';
}

it('shows the last verdict on a package, and nothing without one', async () => {
  publish('@acme/toy', { '1.0.0': { findings: 1 }, '2.0.0': {} });
  const account = await cloud.account();
  const verify = async (packageRef: string) => {
    const { json } = await account.send('POST', '/runs', { projectType: 'toy', packageRef });
    await account.ended(json.runId);
  };
  expect(await badgeOf('@acme/toy')).toBe('not verified');
  await verify('@acme/toy@1.0.0');
  expect(await badgeOf('@acme/toy')).toBe('verified: failed');
  await verify('@acme/toy');
  expect(await badgeOf('@acme/toy')).toBe('verified: passed');
  // There is no such version, so there is no verdict.
  await verify('@acme/toy@3.0.0');
  expect(await badgeOf('@acme/toy')).toBe('verified: passed');
  expect(await badgeOf('@acme/toy-2')).toBe('not verified');
});

it('does not believe uploaded projects', async () => {
  const account = await cloud.account();
  const { json } = await account.send('POST', '/runs', { ...toyRequest(), packageName: 'n8n-nodes-mine' });
  await account.ended(json.runId);
  expect(await badgeOf('n8n-nodes-mine')).toBe('not verified');
});

it('can be shown by other sites, and cached for a while', async () => {
  const { headers } = await request(`${cloud.url}/badges/some.svg`);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

it.each(['', '.svg', 'name', 'name@1.0.0.svg', '../x.svg', '%3Cscript%3E.svg', `${'x'.repeat(215)}.svg`, 'a/b/c.svg'])(
  'does not exist for %j',
  async (path) => {
    const { status, text } = await request(`${cloud.url}/badges/${path}`);
    expect([404, 422]).toContain(status);
    expect(text).not.toContain('<svg');
  },
);
