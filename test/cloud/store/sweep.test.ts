import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createKey, listKeys, revokeKey } from '../../../cloud/store/api-keys.ts';
import { appendProgress, finishAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import { sweep } from '../../../cloud/store/sweep.ts';
import type { DeliveryStatus } from '../../../cloud/store/tables.ts';
import { listDeliveries } from '../../../cloud/store/webhook-deliveries.ts';
import { createWebhook } from '../../../cloud/store/webhooks.ts';
import { anAccount, aRun, describeStores, ledgerOf, type TestStore, verification } from './test-store.ts';

async function aFinishedRun(store: TestStore, account: string): Promise<string> {
  const db = store.database.kysely;
  const { run } = await aRun(store, account, { key: `key-${crypto.randomUUID()}` });
  const attempt = (await startAttempt(db, run.id)) ?? expect.fail();
  const entries = [{ level: 'info', message: 'a line', time: new Date() } as const];
  await appendProgress(db, attempt, { entries, checks: { done: 0, total: 0 }, after: 0 });
  await finishAttempt(db, attempt, verification());
  return run.id;
}

/** Makes a run look older than it is. */
const age = ({ database }: TestStore, id: string, interval: string) =>
  sql`update runs set created_at = created_at - ${interval}::interval, finished_at = finished_at - ${interval}::interval where id = ${id}`.execute(
    database.kysely,
  );

describeStores('a sweep', (store) => {
  it('removes runs that were kept for long enough, and keeps their credits', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    const [old, recent] = [await aFinishedRun(store(), account), await aFinishedRun(store(), account)];
    await age(store(), old, '30 days 1 minute');
    await sweep(database.kysely, queue, { keepDays: 30 });
    const left = await database.kysely.selectFrom('runs').select('id').where('account_id', '=', account).execute();
    expect(left).toEqual([{ id: recent }]);
    const lines = await database.kysely.selectFrom('run_logs').select('run_id').distinct().execute();
    expect(lines.map(({ run_id }) => run_id)).not.toContain(old);
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'charge 0', 'hold -1', 'charge 0']);
  });

  it('never removes a run that has not ended', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    await age(store(), run.id, '1 year');
    await sweep(database.kysely, queue, { keepDays: 1 });
    const left = await database.kysely.selectFrom('runs').select('id').where('account_id', '=', account).execute();
    expect(left).toEqual([{ id: run.id }]);
  });

  it('removes Idempotency-Keys after a day', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    await aRun(store(), account, { key: 'old' });
    await sql`update idempotency_keys set created_at = created_at - interval '25 hours' where account_id = ${account}`.execute(
      database.kysely,
    );
    await aRun(store(), account, { key: 'new' });
    await sweep(database.kysely, queue, { keepDays: 30 });
    const left = await database.kysely
      .selectFrom('idempotency_keys')
      .select('key')
      .where('account_id', '=', account)
      .execute();
    expect(left).toEqual([{ key: 'new' }]);
  });

  it('removes keys that were revoked or have expired, as late as runs', async () => {
    const { database, queue } = store();
    const db = database.kysely;
    const account = await anAccount(store());
    const day = 86_400_000;
    const make = async (expiresAt?: Date) => (await createKey(db, account, { expiresAt })).record.id;
    const [valid, revoked] = [await make(), await make()];
    const [expired, lately] = [
      await make(new Date(Date.now() - 31 * day)),
      await make(new Date(Date.now() - 29 * day)),
    ];
    await revokeKey(db, revoked);
    await sql`update api_keys set revoked_at = revoked_at - interval '31 days' where id = ${revoked}`.execute(db);
    await sweep(db, queue, { keepDays: 30 });
    const left = (await listKeys(db, account)).map(({ id }) => id);
    expect(left.sort()).toEqual([valid, lately].sort());
    expect(left).not.toContain(expired);
  });

  it('removes keys for ID tokens when the token is too old to be used again', async () => {
    const { database, queue } = store();
    const db = database.kysely;
    const account = await anAccount(store());
    const make = async (id: string, minutes: number) => {
      const expiresAt = new Date(Date.now() + minutes * 60_000);
      return (await createKey(db, account, { expiresAt, idToken: { id, trustedRepositoryId: 'repo_x' } })).record.id;
    };
    const [old, recent, valid, revoked] = [
      await make('a', -61),
      await make('b', -59),
      await make('c', 1),
      await make('d', 1),
    ];
    await revokeKey(db, revoked);
    await sweep(db, queue, { keepDays: 30 });
    const left = (await listKeys(db, account)).map(({ id }) => id);
    expect(left.sort()).toEqual([recent, valid, revoked].sort());
    expect(left).not.toContain(old);
  });

  it('removes deliveries as old as expired runs, delivered or not', async () => {
    const { database, queue } = store();
    const db = database.kysely;
    const { webhook } = await createWebhook(db, await anAccount(store()), 'https://hooks.example/');
    const insert = (status: DeliveryStatus, days: number) =>
      sql`
        insert into webhook_deliveries (id, webhook_id, run_id, body, status, queued, created_at)
        select ${`${status} ${days}`}, ${webhook.id}, gen_random_uuid(), '{}', ${status}, true,
          now() - make_interval(days => ${days}::int, mins => 1)`.execute(db);
    for (const status of ['pending', 'delivered', 'failed'] as const) {
      await insert(status, 30);
      await insert(status, 29);
    }
    await sweep(db, queue, { keepDays: 30 });
    const left = await listDeliveries(db, webhook.id, { limit: 10 });
    expect(left.map(({ id }) => id)).toEqual(['failed 29', 'delivered 29', 'pending 29']);
  });

  it('does not fall behind, however much there is', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    const many = 1_300;
    await sql`
      insert into runs (id, account_id, job_id, project_type, timeout, cost, status, web_token, finished_at, verification)
      select gen_random_uuid(), ${account}, gen_random_uuid(), 'toy', 60, 1, 'success', '', now() - interval '31 days', '{}'
      from generate_series(1, ${many}::int)`.execute(database.kysely);
    await sql`
      insert into idempotency_keys (account_id, key, payload, run_id, created_at)
      select ${account}, i::text, '', gen_random_uuid(), now() - interval '25 hours'
      from generate_series(1, ${many}::int) as i`.execute(database.kysely);
    const { webhook } = await createWebhook(database.kysely, account, 'https://hooks.example/');
    await sql`
      insert into webhook_deliveries (id, webhook_id, run_id, body, created_at)
      select 'many ' || i, ${webhook.id}, gen_random_uuid(), '{}', now() - interval '31 days'
      from generate_series(1, ${many}::int) as i`.execute(database.kysely);
    await sweep(database.kysely, queue, { keepDays: 30 });
    for (const table of ['runs', 'idempotency_keys'] as const) {
      expect(
        await database.kysely.selectFrom(table).select('account_id').where('account_id', '=', account).execute(),
      ).toEqual([]);
    }
    expect(await listDeliveries(database.kysely, webhook.id, { limit: 1 })).toEqual([]);
  });

  it('queues a run again that has lost its job, and no other', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    const [lost, fine] = [(await aRun(store(), account)).run.id, (await aRun(store(), account)).run.id];
    const jobOf = async (id: string) =>
      (await database.kysely.selectFrom('runs').select('job_id').where('id', '=', id).executeTakeFirstOrThrow()).job_id;
    const before = { lost: await jobOf(lost), fine: await jobOf(fine) };
    await sql`delete from pgboss.job where id = ${before.lost}`.execute(database.kysely);
    for (const id of [lost, fine]) await age(store(), id, '1 hour');
    await sweep(database.kysely, queue, { keepDays: 30 });
    expect(await jobOf(fine)).toBe(before.fine);
    expect(await jobOf(lost)).not.toBe(before.lost);
    expect(await queue.has(await jobOf(lost))).toBe(true);
  });
});
