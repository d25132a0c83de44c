import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointFile } from '../../../cloud/admin/admin-server.ts';
import { type Admin, openAdmin } from '../../../cloud/admin/open-admin.ts';
import { operations } from '../../../cloud/admin/operations.ts';
import { type Cloud, startCloud } from '../../../cloud/start-cloud.ts';
import { makeFolder } from '../folder.ts';
import { api, request } from '../server/test-cloud.ts';
import { ownDatabase } from '../shared-postgres.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';

const credits = async (cloud: Cloud, key: string) => {
  const answer = await request(`${cloud.url}${api}/account`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status === 200 ? answer.json.credits.balance : answer.status;
};

describe.each(['embedded', 'server'] as const)('an operator, while a server runs on the %s database', (kind) => {
  const closing = new AsyncDisposableStack();
  let cloud: Cloud;
  let admin: Admin;
  beforeAll(async () => {
    const database = kind === 'embedded' ? await embedded() : { url: await ownDatabase() };
    cloud = await startCloud({ database, port: 0, workers: 0 });
    closing.defer(() => cloud.close());
    admin = await openAdmin(database);
    closing.defer(() => admin.close());
  });
  afterAll(() => closing.disposeAsync());

  async function embedded() {
    const folder = await makeFolder();
    closing.defer(folder.remove);
    await emptyDataFolder(join(folder.path, 'data'));
    return { folder: join(folder.path, 'data') };
  }

  const anAccount = (name: string) => admin.call(operations.createAccount, { name, credits: 5, concurrency: 2 });

  it('creates accounts whose keys work immediately', async () => {
    const { accountId, apiKey } = await anAccount('team');
    expect(await credits(cloud, apiKey)).toBe(5);
    expect(await admin.call(operations.listAccounts, {})).toContainEqual({
      accountId,
      name: 'team',
      credits: 5,
      concurrency: 2,
    });
  });

  it('grants credits', async () => {
    const { accountId, apiKey } = await anAccount('granted');
    expect(await admin.call(operations.grantCredits, { accountId, credits: 7 })).toEqual({ accountId, credits: 12 });
    expect(await credits(cloud, apiKey)).toBe(12);
  });

  it('revokes keys immediately, and creates others', async () => {
    const { accountId, apiKey, keyId } = await anAccount('revoked');
    const more = await admin.call(operations.createKey, { accountId });
    expect(await admin.call(operations.revokeKey, { keyId })).toMatchObject({ accountId, keyId, revoked: true });
    expect(await credits(cloud, apiKey)).toBe(401);
    expect(await credits(cloud, more.apiKey)).toBe(5);
    expect(await admin.call(operations.listKeys, { accountId })).toMatchObject([
      { accountId, keyId, revoked: true },
      { accountId, keyId: more.keyId, revoked: false },
    ]);
  });

  it('reports what does not exist', async () => {
    await expect(admin.call(operations.revokeKey, { keyId: 'nothere1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Key "nothere1" does not exist',
    });
    await expect(admin.call(operations.createKey, { accountId: 'acc_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the embedded database', () => {
  const closing = new AsyncDisposableStack();
  let folder: string;
  let cloud: Cloud;
  beforeAll(async () => {
    const temporary = await makeFolder();
    closing.defer(temporary.remove);
    folder = join(temporary.path, 'data');
    await emptyDataFolder(folder);
    cloud = await startCloud({ database: { folder }, port: 0, workers: 0 });
  });
  afterAll(() => closing.disposeAsync());

  it('is for one process', async () => {
    await expect(startCloud({ database: { folder }, port: 0, workers: 0 })).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
    });
  });

  it('lets in who can read its folder, and nobody else', async () => {
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(endpointFile(folder))).mode & 0o077).toBe(0);
    const { url } = JSON.parse(await readFile(endpointFile(folder), 'utf8'));
    for (const authorization of ['', 'Bearer guess']) {
      const answer = await request(`${url}/listAccounts`, { method: 'POST', body: {}, headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });

  it('opens if no live process has it, even after a crash', async () => {
    const key = cloud.firstKey ?? expect.fail();
    const note = await readFile(endpointFile(folder));
    await cloud.close();
    await writeFile(endpointFile(folder), note);
    const admin = await openAdmin({ folder });
    expect(await admin.call(operations.listAccounts, {})).toMatchObject([{ name: 'default', credits: 1_000 }]);
    await admin.close();
    cloud = await startCloud({ database: { folder }, port: 0, workers: 0 });
    closing.defer(() => cloud.close());
    expect(cloud.firstKey).toBeUndefined();
    expect(await credits(cloud, key)).toBe(1_000);
  });
});
