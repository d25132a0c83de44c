import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { operations } from '../../../cloud/admin/operations.ts';
import { JobQueue } from '../../../cloud/store/job-queue.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { previousN8n } from '../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { useLocalRegistry } from '../../runner/source/local-registry.ts';
import { entry, tarball } from '../../runner/source/raw-tarball.ts';
import { startTestCloud, type TestCloud } from '../server/test-cloud.ts';

const registry = useLocalRegistry();
let cloud: TestCloud;
beforeEach(async () => {
  vi.stubEnv('npm_config_registry', registry.url);
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

/** Verifies a package, and once more with a release. @returns the log of the second run, and its entry */
async function repeated(n8n: string) {
  const account = await cloud.account();
  const files = ['package.json', 'toy.json'].map((path) =>
    entry({ path: `package/${path}`, content: '{"name":"@acme/toy"}' }),
  );
  registry.publish('@acme/toy', { '1.0.0': { tarball: tarball(...files) } });
  const first = await account.send('POST', '/runs', { projectType: 'toy', packageRef: '@acme/toy' });
  await account.ended(first.json.runId);
  await using closing = new AsyncDisposableStack();
  const database = await openDatabase({ url: cloud.databaseUrl }, { pool: 2, onError: () => {} });
  closing.defer(() => database.close());
  const queue = await JobQueue.start({ database, onError: () => {} });
  closing.defer(() => queue.stop());
  expect(await operations.repeatRuns.run(database, { n8n, projectType: 'toy' }, queue)).toMatchObject({ queued: 1 });
  const { json } = await account.send('GET', '/runs');
  const runId = json.runs[0].runId;
  await account.ended(runId);
  const [repeatedRun] = await operations.repeatedRuns.run(database, { n8n, after: 0 });
  const record = (await account.send('GET', `/runs/${runId}`)).json;
  const log = (await account.send('GET', `/runs/${runId}/logs`)).text;
  return { first: first.json.runId, record, entry: repeatedRun, log, ledger: await cloud.ledger(account.id) };
}

it('a repeated run is verified at the same version, with the release', async () => {
  const { first, record, entry: found, log, ledger } = await repeated(previousN8n);
  expect(record).toMatchObject({ status: 'success', n8n: previousN8n, repeats: first, packageRef: '@acme/toy@1.0.0' });
  expect(found).toMatchObject({ before: first, status: 'success', came: 0, went: 0 });
  expect(log).toContain('Resolved @acme/toy@1.0.0');
  expect(ledger).toEqual(['grant 10', 'hold -1', 'charge 0', 'hold 0', 'charge 0']);
});

it('a release that cannot be installed rejects the run', async () => {
  const { record, entry: found } = await repeated('2.0.99');
  expect(record).toMatchObject({ status: 'rejected' });
  expect(found?.summary).toMatch(/^RUNNER_ERROR: Cannot verify with n8n 2\.0\.99/);
});
