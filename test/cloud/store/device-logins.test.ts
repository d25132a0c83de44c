import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { decideLogin, findLogin, pollLogin, startLogin } from '../../../cloud/store/device-logins.ts';
import { sweep } from '../../../cloud/store/sweep.ts';
import { anAccount, describeServerStore } from './test-store.ts';

describeServerStore('logins of devices', (store) => {
  it('expire, approved or not, and are removed', async () => {
    const { database, queue } = store();
    const db = database.kysely;
    const accountId = await anAccount(store());
    const start = async () => (await startLogin(db, { label: 'test', scopes: ['read'] })) ?? expect.fail();
    const [waiting, approved] = [await start(), await start()];
    await decideLogin(db, approved.userCode, { accountId, approve: true });
    await sql`update device_logins set expires_at = now() - interval '1 second'`.execute(db);
    for (const { deviceCode, userCode } of [waiting, approved]) {
      expect(await pollLogin(db, deviceCode)).toEqual({ error: 'expired_token' });
      expect(await findLogin(db, userCode)).toBeUndefined();
      await expect(decideLogin(db, userCode, { accountId, approve: true })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await sql`update device_logins set expires_at = now() - interval '2 hours'`.execute(db);
    await sweep(db, queue, { keepDays: 30 });
    expect(await db.selectFrom('device_logins').selectAll().execute()).toEqual([]);
  });

  it('are stored without the device code', async () => {
    const db = store().database.kysely;
    const { deviceCode } = (await startLogin(db, { label: 'test', scopes: ['read'] })) ?? expect.fail();
    expect(JSON.stringify(await db.selectFrom('device_logins').selectAll().execute())).not.toContain(deviceCode);
  });

  it('are limited', async () => {
    const db = store().database.kysely;
    await sql`
      insert into device_logins (device_hash, user_code, label, scopes, poll_seconds, expires_at)
      select i::text::bytea, i::text, '', '{}', 5, now() + interval '1 minute' from generate_series(1, 10000) as i`.execute(
      db,
    );
    expect(await startLogin(db, { label: 'test', scopes: ['read'] })).toBeUndefined();
  });
});
