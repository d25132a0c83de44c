import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createRun } from '../../../cloud/store/create-run.ts';
import { finishAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import { listRuns, readRun } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeStores, ledgerOf, newRun, verification } from './test-store.ts';

describeStores('creating a run', (store) => {
  it('never exceeds the cap under concurrency', async () => {
    const account = await anAccount(store(), { credits: 100, concurrency: 4 });
    const created = await Promise.allSettled(Array.from({ length: 40 }, () => aRun(store(), account)));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await ledgerOf(store(), account)).toHaveLength(5);
  });

  it('over the cap names the active runs, and creates nothing', async () => {
    const account = await anAccount(store(), { concurrency: 2 });
    const ids = [(await aRun(store(), account)).run.id, (await aRun(store(), account)).run.id];
    await expect(aRun(store(), account)).rejects.toMatchObject({
      error: { code: 'CONCURRENCY_CAP_REACHED', message: 'Concurrency limit reached: 2 of 2 runs active' },
      errors: ids.map((detail) => ({ detail })),
    });
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'hold -1']);
  });

  it('is possible again when one has ended', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store(), { concurrency: 1 });
    const { run } = await aRun(store(), account);
    await finishAttempt(db, (await startAttempt(db, run.id)) ?? expect.fail(), verification());
    await expect(aRun(store(), account)).resolves.toMatchObject({ replayed: false });
  });

  it('creates one run for fifty concurrent requests with one key', async () => {
    const account = await anAccount(store(), { credits: 100, concurrency: 100 });
    const created = await Promise.all(Array.from({ length: 50 }, () => aRun(store(), account, { key: 'same' })));
    expect(new Set(created.map(({ run }) => run.id)).size).toBe(1);
    expect(created.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await ledgerOf(store(), account)).toEqual(['grant 100', 'hold -1']);
  });

  it('creates a run for each of twenty concurrent keys: none waits for another', async () => {
    const account = await anAccount(store(), { credits: 100, concurrency: 100 });
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
    const created = await Promise.all(keys.map((key) => aRun(store(), account, { key })));
    expect(new Set(created.map(({ run }) => run.id)).size).toBe(keys.length);
  });

  it('with the key of another payload is refused', async () => {
    const { database, queue } = store();
    const account = await anAccount(store());
    await aRun(store(), account, { key: 'k' });
    const other = { accountId: account, newRun: { ...newRun, timeout: 61 }, cost: 1, key: 'k' };
    await expect(createRun(database.kysely, queue, other)).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1']);
  });

  it('creates another run for the key of another account', async () => {
    const [one, two] = [await anAccount(store()), await anAccount(store())];
    const first = await aRun(store(), one, { key: 'k' });
    const second = await aRun(store(), two, { key: 'k' });
    expect(second).toMatchObject({ replayed: false });
    expect(second.run.id).not.toBe(first.run.id);
  });

  it('creates another run for a key that is a day old', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const first = await aRun(store(), account, { key: 'old' });
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: sql<Date>`now() - interval '24 hours 1 second'` })
      .where('account_id', '=', account)
      .execute();
    const second = await aRun(store(), account, { key: 'old' });
    expect(second).toMatchObject({ replayed: false });
    expect(second.run.id).not.toBe(first.run.id);
  });

  it('that is refused leaves its key free', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store(), { concurrency: 1 });
    const { run } = await aRun(store(), account);
    await expect(aRun(store(), account, { key: 'again' })).rejects.toThrow();
    await finishAttempt(db, (await startAttempt(db, run.id)) ?? expect.fail(), verification());
    await expect(aRun(store(), account, { key: 'again' })).resolves.toMatchObject({ replayed: false });
  });

  it('lists it first, page by page, with its position in the queue', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store(), { concurrency: 10 });
    const ids: string[] = [];
    for (let run = 0; run < 5; run++) ids.unshift((await aRun(store(), account)).run.id);
    const first = await listRuns(db, account, { limit: 3 });
    const second = await listRuns(db, account, { limit: 3, before: first.at(-1)?.number });
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids);
    const places = [...first, ...second].map(({ queuePosition = 0 }) => queuePosition);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(new Set(places).size).toBe(5);
  });

  it('hides it from other accounts', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    await expect(readRun(db, await anAccount(store()), run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
