import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { packed, useLocalRegistry } from '../../runner/source/local-registry.ts';
import { entry, tarball } from '../../runner/source/raw-tarball.ts';
import type { Toy } from '../toy-plugin.ts';
import { type Account, request, startTestCloud, type TestCloud, toyRequest } from './test-cloud.ts';

const registry = useLocalRegistry({ lasting: true });
let cloud: TestCloud;
beforeAll(async () => {
  vi.stubEnv('npm_config_registry', registry.url);
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

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
  ['a version that is not there', '@acme/toy@2.0.0', 'INVALID_PAYLOAD'],
  ['another tarball than the registry states', '@acme/forged', 'INVALID_PAYLOAD'],
])('%s ends the run as rejected, refunded', async (_, reference, code) => {
  const account = await cloud.account();
  registry.publish('@acme/toy', { '1.0.0': {} });
  registry.publish('@acme/forged', {
    '1.0.0': { tarball: packed('@acme/forged', '1.0.0'), dist: { integrity: `sha512-${'A'.repeat(86)}==` } },
  });
  const { result, log } = await verify(account, reference);
  expect(result).toMatchObject({ status: 'rejected', passed: false, checks: [], creditsUsed: 0 });
  expect(result.summary).toMatch(new RegExp(`^${code}: `));
  expect(log + result.summary).not.toMatch(/\/tmp|node_modules| {4}at /);
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'refund 1']);
});

/** A run of a project that is compared with what the registry has, and its page. */
async function compared(account: Account, packageName: string, toy: Toy, more: object = {}) {
  const body = { ...toyRequest(toy), packageName, againstPublished: true, ...more };
  const { json, status } = await account.send('POST', '/runs', body);
  expect(status).toBe(201);
  await account.ended(json.runId);
  const accept = { accept: 'application/vnd.service.report+json' };
  const { json: report } = await account.send('GET', `/runs/${json.runId}/result`, undefined, accept);
  return { report, page: (await request(json.links.web)).text };
}

const shipped = (...hashes: string[]) => ({
  files: hashes.map((hash, index) => ({ path: `file-${index}.js`, size: index, hash })),
});

it('a project is compared with the published version of its package', async () => {
  const account = await cloud.account();
  const old: Toy = { observations: [{ message: 'old' }, { message: 'both' }], shipped: shipped('a', 'b') };
  const manifest = entry({ path: 'package/package.json', content: '{"name":"@acme/compared","version":"1.3.0"}' });
  const settings = entry({ path: 'package/toy.json', content: JSON.stringify(old) });
  registry.publish('@acme/compared', { '1.0.0': {}, '1.3.0': { tarball: tarball(manifest, settings) } });
  const now: Toy = { observations: [{ message: 'both' }, { message: 'new' }], shipped: shipped('a', 'c', 'd') };
  const { report, page } = await compared(account, '@acme/compared', now);
  expect(report).toMatchObject({ status: 'failed', checks: [{ findings: [{ message: 'both' }, { message: 'new' }] }] });
  const finding = (message: string) => ({ code: 'toy-fault', severity: 'error', message });
  expect(report.published).toEqual({
    version: '1.3.0',
    findings: { came: [finding('new')], went: [finding('old')], stayed: [finding('both')], notCompared: [] },
    files: {
      added: [{ path: 'file-2.js', size: 2 }],
      removed: [],
      changed: [{ path: 'file-1.js', size: 1, before: 1 }],
      notCompared: [],
    },
  });
  expect(page).toContain(
    'Compared with @acme/compared@1.3.0: findings: 1 new, 1 gone, 1 unchanged; files: 1 added, 0 removed, 1 changed',
  );
  // One run, whatever it is compared with.
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
});

it('a project without a usable published version is judged all the same, and says why it is not compared', async () => {
  const account = await cloud.account();
  registry.publish('@acme/broken', { '1.0.0': { tarball: Buffer.from('no tarball') } });
  const { report, page } = await compared(account, '@acme/broken', {});
  expect(report).toMatchObject({ status: 'success', published: { notCompared: expect.stringMatching(/./) } });
  expect(page).toContain('Not compared with the published version: ');
});

it('only projects are compared, and only when it is asked for', async () => {
  const account = await cloud.account();
  const body = { projectType: 'toy', packageRef: '@acme/toy', againstPublished: true };
  expect(await account.send('POST', '/runs', body)).toMatchObject({ status: 422, json: { code: 'INVALID_PAYLOAD' } });
  const { report, page } = await compared(account, '@acme/toy', {}, { againstPublished: false });
  expect(report.published).toBeUndefined();
  expect(page).not.toContain('Published version');
  expect(registry.requests).toEqual([]);
});
