import { expect, it } from 'vitest';
import { authenticate, createKey, listKeys, revokeKey } from '../../../cloud/store/api-keys.ts';
import { createFirstAccount } from '../../../cloud/store/first-account.ts';
import { anAccount, describeStores } from './test-store.ts';

describeStores('API keys', (store) => {
  it('are made once for a store without accounts, however many processes start', async () => {
    const db = store().database.kysely;
    const start = () => createFirstAccount(db, { credits: 5, concurrency: 2 });
    const keys = await Promise.all([start(), start(), start()]);
    const made = keys.filter((key) => key !== undefined);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatch(/^svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{32,}$/);
  });

  it('let their account in', async () => {
    const db = store().database.kysely;
    const accountId = await anAccount(store());
    const {
      key,
      record: { id },
    } = await createKey(db, accountId);
    expect(await authenticate(db, key)).toEqual({ accountId, keyId: id, scopes: ['read', 'verify'] });
  });

  it('are not stored', async () => {
    const db = store().database.kysely;
    const {
      key,
      record: { id },
    } = await createKey(db, await anAccount(store()));
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const secret = key.split('_')[2] ?? expect.fail();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Buffer.from(row.hash).toString('latin1')).not.toContain(secret);
  });

  it.each([
    ['malformed', () => 'hello'],
    ['empty', () => ''],
    ['of another secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`],
    ['of another id', (key: string) => key.replace(/^svc_.{8}/, 'svc_00000000')],
    ['with something after it', (key: string) => `${key}\n`],
  ])('that are %s are refused', async (_, change) => {
    const db = store().database.kysely;
    const { key } = await createKey(db, await anAccount(store()));
    await expect(authenticate(db, change(key))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('let nobody in once they are revoked', async () => {
    const db = store().database.kysely;
    const accountId = await anAccount(store());
    const {
      key,
      record: { id },
    } = await createKey(db, accountId);
    expect((await revokeKey(db, id)).revokedAt).toBeInstanceOf(Date);
    await expect(authenticate(db, key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await listKeys(db, accountId)).toMatchObject([{ id, revokedAt: expect.any(Date) }]);
    await expect(revokeKey(db, 'nothere1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be created for a missing account', async () => {
    await expect(createKey(store().database.kysely, 'acc_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
