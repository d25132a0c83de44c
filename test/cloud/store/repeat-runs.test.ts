import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { readAccount } from '../../../cloud/store/accounts.ts';
import { maxOpen, repeatRuns } from '../../../cloud/store/repeat-runs.ts';
import { cancelRun } from '../../../cloud/store/run-attempts.ts';
import { listRuns } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeServerStore, ledgerOf } from './test-store.ts';
import { endRun, verifiedPackage } from './verified-package.ts';

describeServerStore('repeating runs with another n8n', (store) => {
  let account: string;
  let n8n: string;
  let release = 0;
  const repeat = (after?: number) =>
    repeatRuns(store().database.kysely, store().queue, { n8n, projectType: 'n8n-node', ...(after && { after }) });
  const repeated = async () =>
    (await listRuns(store().database.kysely, account, { limit: 100 })).filter((run) => run.n8n === n8n).toReversed();
  beforeEach(async () => {
    release += 1;
    n8n = `2.${release}.0`;
    account = await anAccount(store(), { credits: 1_000 });
    // What other tests left.
    await store().database.kysely.deleteFrom('runs').execute();
  });

  it('repeats the last successful run of each package, with the verified version', async () => {
    await verifiedPackage(store(), account, '@acme/n8n-nodes-a@1.0.0');
    const last = await verifiedPackage(store(), account, '@acme/n8n-nodes-a@1.1.0');
    await verifiedPackage(store(), account, '@acme/n8n-nodes-a@1.2.0', { status: 'failed' });
    const tagged = await verifiedPackage(store(), account, 'n8n-nodes-b', { packageVersion: '3.0.1' });
    await aRun(store(), account);
    expect(await repeat()).toMatchObject({ queued: 2, open: 2 });
    expect(await repeated()).toMatchObject([
      { packageRef: '@acme/n8n-nodes-a@1.1.0', repeats: last, status: 'queued', cost: 0 },
      { packageRef: 'n8n-nodes-b@3.0.1', repeats: tagged, status: 'queued', cost: 0 },
    ]);
  });

  it('costs nothing, and does not count towards the limit of the account', async () => {
    await verifiedPackage(store(), account, 'n8n-nodes-a');
    await repeat();
    const { credits, concurrency } = await readAccount(store().database.kysely, account);
    expect({ credits, concurrency }).toEqual({
      credits: { balance: 999, held: 0 },
      concurrency: { limit: 3, active: 0 },
    });
    for (let number = 0; number < 3; number++) await aRun(store(), account);
    const [run] = await repeated();
    await endRun(store(), run?.id ?? '', { status: 'failed' });
    expect((await ledgerOf(store(), account)).slice(0, 4)).toEqual(['grant 1000', 'hold -1', 'charge 0', 'hold 0']);
    expect((await ledgerOf(store(), account)).at(-1)).toBe('charge 0');
  });

  it('queues each once, however often and by how many it is asked for', async () => {
    for (const name of ['a', 'b', 'c']) await verifiedPackage(store(), account, `n8n-nodes-${name}`);
    const [first] = await Promise.all([repeat(), repeat(), repeat()]);
    await endRun(store(), (await repeated())[0]?.id ?? '', {});
    expect(await repeat(first.after)).toMatchObject({ queued: 0, open: 2 });
    expect(await repeated()).toHaveLength(3);
  });

  it('repeats with each release, and never a repetition', async () => {
    await verifiedPackage(store(), account, 'n8n-nodes-a');
    await repeat();
    await endRun(store(), (await repeated())[0]?.id ?? '', {});
    n8n = '3.0.0';
    expect(await repeat()).toMatchObject({ queued: 1 });
  });

  it('tries a rejected one again with the next command, not with this one', async () => {
    await verifiedPackage(store(), account, 'n8n-nodes-a');
    const { after } = await repeat();
    await cancelRun(store().database.kysely, account, (await repeated())[0]?.id ?? '');
    expect(await repeat(after)).toMatchObject({ queued: 0, open: 0 });
    expect(await repeat()).toMatchObject({ queued: 1, open: 1 });
  });

  it('starts after the runs that people wait for', async () => {
    await verifiedPackage(store(), account, 'n8n-nodes-a');
    await repeat();
    const { run } = await aRun(store(), account);
    const [{ id: later } = expect.fail()] = await repeated();
    const started: string[] = [];
    await new Promise<void>((resolve) => {
      void store().queue.work(1, async (id) => {
        started.push(id);
        if (id === later) resolve();
      });
    });
    expect(started).toContain(run.id);
  });

  it(`has at most ${maxOpen} open`, async () => {
    const id = await verifiedPackage(store(), account, 'n8n-nodes-a');
    await sql`
      insert into runs (id, account_id, job_id, project_type, package_ref, timeout, status, cost, finished_at, verification, web_token)
      select gen_random_uuid(), account_id, job_id, project_type, 'n8n-nodes-' || copy, timeout, status, cost, finished_at, verification, web_token
      from runs, generate_series(1, ${sql.lit(maxOpen + 5)}) as copy where id = ${id}`.execute(store().database.kysely);
    let progress = await repeat();
    while (progress.queued > 0) progress = await repeat(progress.after);
    expect(progress.open).toBe(maxOpen);
  });
});
