import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobQueue } from '../../cloud/store/job-queue.ts';
import { migrate } from '../../cloud/store/migrations.ts';
import { openServerDatabase } from '../../cloud/store/server-database.ts';
import { currentN8n, previousN8n } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { ownDatabase } from '../cloud/shared-postgres.ts';
import { emptyDataFolder } from '../cloud/store/embedded-template.ts';
import { anAccount, type TestStore, verification } from '../cloud/store/test-store.ts';
import { endRun, verifiedPackage } from '../cloud/store/verified-package.ts';
import { service, serviceHere, temporaryFolder } from './service-process.ts';

describe('service admin reverify', () => {
  const closing = new AsyncDisposableStack();
  let store: TestStore;
  let url: string;
  beforeAll(async () => {
    url = await ownDatabase();
    const database = openServerDatabase({ url, pool: 4, onError: () => {} });
    closing.defer(() => database.close());
    await migrate(database.kysely);
    const queue = await JobQueue.start({ database, onError: () => {} });
    closing.defer(() => queue.stop());
    store = { database, queue };
    const account = await anAccount(store);
    for (const name of ['same', 'worse', 'lost'])
      await verifiedPackage(store, account, `n8n-nodes-${name}`, { packageVersion: '1.0.0' });
  });
  afterAll(() => closing.disposeAsync());

  const reverify = (args: readonly string[], during?: NonNullable<Parameters<typeof service>[1]>['during']) =>
    during
      ? service(['admin', 'reverify', '--database-url', url, ...args], { during })
      : serviceHere(['admin', 'reverify', '--database-url', url, ...args]);
  const open = () =>
    store.database.kysely
      .selectFrom('runs')
      .select(['id', 'package_ref'])
      .where('repeats', 'is not', null)
      .where('status', '=', 'queued')
      .orderBy('number')
      .execute();

  it('continues after it was killed, queues no package twice, and reports what changed', async () => {
    const killed = await reverify(['--n8n', previousN8n], (child) => {
      void (async () => {
        while ((await open()).length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
        child.kill('SIGKILL');
      })();
    });
    expect(killed.signal).toBe('SIGKILL');
    for (const { id, package_ref } of await open()) {
      const finding = { code: 'gone', severity: 'error' as const, message: 'x is gone' };
      const check = { name: 'c', title: 'C', passed: false, findings: [finding], duration: 1 };
      if (package_ref === 'n8n-nodes-worse@1.0.0') await endRun(store, id, { status: 'failed', checks: [check] });
      else if (package_ref === 'n8n-nodes-same@1.0.0') await endRun(store, id, verification());
      else await endRun(store, id, { status: 'failed', checks: [] });
    }
    const { exitCode, stdout, stderr } = await reverify(['--n8n', previousN8n]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^n8n-nodes-worse@1\.0\.0 {2}success → failed, 1 new finding {2}\(run [\w-]+\)\n {2}error {2}gone {2}x is gone\n/m,
    );
    expect(stdout).toMatch(/^n8n-nodes-lost@1\.0\.0 {2}success → failed {2}/m);
    expect(stdout).toContain(`Verified 3 packages with n8n ${previousN8n}: 2 changed, 1 as before\n`);
    const { stdout: json } = await reverify(['--n8n', previousN8n, '--json']);
    expect(JSON.parse(json)).toHaveLength(3);
    expect(JSON.parse(json)).toContainEqual(
      expect.objectContaining({ package: 'n8n-nodes-worse@1.0.0', status: 'failed', came: 1 }),
    );
  });

  it('needs one release', async () => {
    expect(await reverify([])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Missing --n8n') });
    const two = await reverify(['--n8n', `${currentN8n},${previousN8n}`]);
    expect(two).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Name one release of n8n') });
    const none = await reverify(['--n8n', '9.9.9']);
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('9.9.9') });
  });
});

it('service admin reverify of a data folder needs a server', async () => {
  const data = join(await temporaryFolder(), 'data');
  await emptyDataFolder(data);
  const args = ['admin', 'reverify', '--n8n', currentN8n, '--data', data];
  const stderr = expect.stringContaining('start `service serve`');
  expect(await serviceHere(args)).toMatchObject({ exitCode: 2, stderr });
});
