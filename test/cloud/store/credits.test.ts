import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readAccount } from '../../../cloud/store/accounts.ts';
import { grantCredits } from '../../../cloud/store/credits.ts';
import { cancelRun, finishAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import { anAccount, aRun, describeStores, ledgerOf, verification } from './test-store.ts';

describeStores('credits', (store) => {
  it('are held when a run is created and charged when it ends', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account, { cost: 4 });
    expect((await readAccount(db, account)).credits).toEqual({ balance: 6, held: 4 });
    const attempt = await startAttempt(db, run.id);
    await finishAttempt(db, attempt ?? expect.fail(), verification('failed'));
    expect((await readAccount(db, account)).credits).toEqual({ balance: 6, held: 0 });
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -4', 'charge 0']);
  });

  it.each(['success', 'failed', 'timeout'] as const)('are charged for %s', async (status) => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const attempt = await startAttempt(db, run.id);
    await finishAttempt(db, attempt ?? expect.fail(), verification(status));
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('come back for rejected', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const attempt = await startAttempt(db, run.id);
    await finishAttempt(db, attempt ?? expect.fail(), verification('rejected'));
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'refund 1']);
    expect((await readAccount(db, account)).credits).toEqual({ balance: 10, held: 0 });
  });

  it('come back when a run is cancelled before it started', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    expect((await cancelRun(db, account, run.id)).status).toBe('rejected');
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'refund 1']);
  });

  it('that are missing create no run and no entry in the ledger', async () => {
    const account = await anAccount(store(), { credits: 2 });
    await expect(aRun(store(), account, { cost: 3 })).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: 'Not enough credits: this run costs 3 credits, 2 available',
    });
    expect(await ledgerOf(store(), account)).toEqual(['grant 2']);
  });

  it('of the last run go to one of a hundred simultaneous creates', async () => {
    const account = await anAccount(store(), { credits: 1, concurrency: 200 });
    const created = await Promise.allSettled(Array.from({ length: 100 }, () => aRun(store(), account)));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = new Set(created.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])));
    expect([...reasons]).toEqual(['INSUFFICIENT_CREDITS']);
    expect(await ledgerOf(store(), account)).toEqual(['grant 1', 'hold -1']);
  });

  it('can be granted', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store(), { credits: 0 });
    expect(await grantCredits(db, account, 5)).toEqual({ balance: 5 });
    expect(await ledgerOf(store(), account)).toEqual(['grant 5']);
    await expect(grantCredits(db, 'acc_nobody', 5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leave a ledger that nobody can change', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    await expect(
      db.updateTable('ledger').set({ amount: 100 }).where('account_id', '=', account).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    await expect(sql`truncate ledger`.execute(db)).rejects.toThrow('append-only');
  });

  it('of a run are settled once, in any case', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const line = { account_id: account, run_id: run.id, kind: 'charge', amount: 0 } as const;
    await db.insertInto('ledger').values(line).execute();
    await expect(
      db
        .insertInto('ledger')
        .values({ ...line, kind: 'refund', amount: 1 })
        .execute(),
    ).rejects.toThrow(/unique/);
  });
});
