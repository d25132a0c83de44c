import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { packed, useLocalRegistry } from '../../runner/source/local-registry.ts';
import { entry, tarball } from '../../runner/source/raw-tarball.ts';
import { type Account, startTestCloud, type TestCloud } from './test-cloud.ts';

const registry = useLocalRegistry();
let cloud: TestCloud;
// What judges are started with is read when they are: a cloud for each registry.
beforeEach(async () => {
  vi.stubEnv('npm_config_registry', registry.url);
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

/** The result of verifying a package, and the log of it. */
async function verify(account: Account, packageRef: string) {
  const { json, status } = await account.send('POST', '/runs', { projectType: 'toy', packageRef });
  expect(status).toBe(201);
  await account.ended(json.runId);
  const result = await account.send('GET', `/runs/${json.runId}/result`);
  const log = await account.send('GET', `/runs/${json.runId}/logs`);
  return { result: result.json, log: log.text };
}

it('a published package is fetched by the cloud and verified', async () => {
  const account = await cloud.account();
  const files = ['package.json', 'toy.json'].map((path) =>
    entry({ path: `package/${path}`, content: '{"name":"@acme/toy"}' }),
  );
  registry.publish('@acme/toy', { '1.0.0': { tarball: tarball(...files) } });
  const { result, log } = await verify(account, '@acme/toy@1.0.0');
  expect(result).toMatchObject({ status: 'success', checks: [{ name: 'toy', passed: true }], creditsUsed: 1 });
  expect(log).toContain('Resolved @acme/toy@1.0.0, integrity sha512-');
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
});

it.each([
  ['a package that is not there', '@acme/nothing', 'INVALID_PAYLOAD'],
  ['a version that is not there', '@acme/toy@2.0.0', 'INVALID_PAYLOAD'],
  ['a tarball that is none', '@acme/broken', 'INVALID_PAYLOAD'],
  ['another tarball than the registry states', '@acme/forged', 'INVALID_PAYLOAD'],
])('%s ends the run as rejected, refunded', async (_, reference, code) => {
  const account = await cloud.account();
  registry.publish('@acme/toy', { '1.0.0': {} });
  registry.publish('@acme/broken', { '1.0.0': { tarball: Buffer.from('no tarball') } });
  registry.publish('@acme/forged', {
    '1.0.0': { tarball: packed('@acme/forged', '1.0.0'), dist: { integrity: `sha512-${'A'.repeat(86)}==` } },
  });
  const { result, log } = await verify(account, reference);
  expect(result).toMatchObject({ status: 'rejected', passed: false, checks: [], creditsUsed: 0 });
  expect(result.summary).toMatch(new RegExp(`^${code}: `));
  expect(log + result.summary).not.toMatch(/\/tmp|node_modules| {4}at /);
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'refund 1']);
});
