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

it('a repeated run is verified at the same version, with the release, and rejected without it', async () => {
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

  /** Verifies the package once more, with a release. @returns the record of that run, and its entry */
  const repeated = async (n8n: string) => {
    expect(await operations.repeatRuns.run(database, { n8n, projectType: 'toy' }, queue)).toMatchObject({ queued: 1 });
    const { runId } = (await account.send('GET', '/runs')).json.runs[0];
    await account.ended(runId);
    const [found] = await operations.repeatedRuns.run(database, { n8n, after: 0 });
    return { record: (await account.send('GET', `/runs/${runId}`)).json, found };
  };
  const { record, found } = await repeated(previousN8n);
  expect(record).toMatchObject({
    status: 'success',
    n8n: previousN8n,
    repeats: first.json.runId,
    packageRef: '@acme/toy@1.0.0',
  });
  expect(found).toMatchObject({ before: first.json.runId, status: 'success', came: 0, went: 0 });
  expect((await account.send('GET', `/runs/${record.runId}/logs`)).text).toContain('Resolved @acme/toy@1.0.0');
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0', 'hold 0', 'charge 0']);

  const lacking = await repeated('2.0.99');
  expect(lacking.record).toMatchObject({ status: 'rejected' });
  expect(lacking.found?.summary).toMatch(/^RUNNER_ERROR: Cannot verify with n8n 2\.0\.99/);
});
