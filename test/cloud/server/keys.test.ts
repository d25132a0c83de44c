import { expect, it } from 'vitest';
import { operations } from '../../../cloud/admin/operations.ts';
import { describeClouds } from './describe-clouds.ts';
import { type Account, account, toyRequest, twentyAtATime } from './test-cloud.ts';

describeClouds('keys', { workers: 0 }, (cloud) => {
  /** Makes a key and a client that uses it. */
  async function made(owner: Account, body: object): Promise<Account> {
    const { status, json } = await owner.send('POST', '/keys', body);
    expect(status).toBe(201);
    return account(cloud().url, { id: owner.id, key: json.apiKey, keyId: json.keyId });
  }

  it('are made with label, scopes and expiry, and listed with their last use', async () => {
    const owner = await cloud().account();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const key = await made(owner, { label: 'dash\u2028board', scopes: ['read'], expiresAt });
    const unused = await made(owner, {});
    expect((await key.send('GET', '/account')).status).toBe(200);
    const { json } = await owner.send('GET', '/keys');
    const time = expect.stringMatching(/Z$/);
    expect(json.keys).toEqual([
      { keyId: owner.keyId, scopes: ['read', 'verify', 'admin'], createdAt: time, lastUsedAt: time },
      {
        keyId: key.keyId,
        label: expect.stringMatching(/^dash.+board$/),
        scopes: ['read'],
        createdAt: time,
        expiresAt,
        lastUsedAt: time,
      },
      { keyId: unused.keyId, scopes: ['read', 'verify'], createdAt: time },
    ]);
    expect(JSON.stringify(json)).not.toContain('\u2028');
  });

  it('do what their scopes allow, and nothing else', async () => {
    const owner = await cloud().account();
    const statuses = async (scopes: string[]) => {
      const key = await made(owner, { scopes });
      const answers = [
        await key.send('GET', '/account'),
        await key.send('GET', '/runs'),
        await key.send('POST', '/runs', toyRequest()),
        await key.send('GET', '/keys'),
        await key.send('POST', '/keys', {}),
        await key.send('POST', `/keys/${key.keyId}/revoke`),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses(['read'])).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await statuses(['verify'])).toEqual([200, 200, 201, 403, 403, 403]);
    expect(await statuses(['verify', 'read'])).toEqual([200, 200, 201, 403, 403, 403]);
    expect(await statuses(['admin'])).toEqual([200, 200, 201, 200, 201, 200]);
    const reader = await made(owner, { scopes: ['read'] });
    expect((await reader.send('POST', '/runs', toyRequest())).json).toMatchObject({
      code: 'FORBIDDEN',
      detail: 'This API key may not do this: it lacks the scope verify',
    });
  });

  it('that were made before there were scopes verify and read', async () => {
    const owner = await cloud().account();
    const { keyId, apiKey } = await cloud().admin.call(operations.createKey, { accountId: owner.id });
    const old = account(cloud().url, { id: owner.id, key: apiKey, keyId });
    await old.run();
    expect((await old.send('GET', '/keys')).status).toBe(403);
  });

  it('end when they expire', async () => {
    const owner = await cloud().account();
    const key = await made(owner, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
    const runId = await owner.run();
    // A request that waits is told so, too.
    let answer = await key.send('GET', `/runs/${runId}?wait=30`);
    while (answer.status === 200) answer = await key.send('GET', `/runs/${runId}?wait=30`);
    expect([answer.status, answer.json.detail]).toEqual([401, 'Invalid API key: it has expired']);
    expect((await key.send('GET', '/account')).status).toBe(401);
  });

  it('are revoked by their account alone', async () => {
    const [owner, stranger] = [await cloud().account(), await cloud().account()];
    const key = await made(owner, { label: 'CI' });
    expect((await stranger.send('POST', `/keys/${key.keyId}/revoke`)).status).toBe(404);
    expect((await key.send('GET', '/account')).status).toBe(200);
    const revoked = await owner.send('POST', `/keys/${key.keyId}/revoke`);
    expect(revoked.json).toMatchObject({ keyId: key.keyId, label: 'CI', revokedAt: expect.any(String) });
    expect((await owner.send('POST', `/keys/${key.keyId}/revoke`)).json).toEqual(revoked.json);
    expect((await key.send('GET', '/account')).status).toBe(401);
    expect((await stranger.send('GET', '/keys')).json.keys).toHaveLength(1);
  });

  it('are limited, also when they are asked for at once', async () => {
    const owner = await cloud().account();
    const answers = await twentyAtATime(205, () => owner.send('POST', '/keys', {}));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(199);
    expect(answers.find(({ status }) => status === 422)?.json.detail).toContain('which is the limit');
  });

  it.each([
    ['a scope that is none', { scopes: ['root'] }],
    ['no scope', { scopes: [] }],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an expiry that is no time', { expiresAt: 'tomorrow' }],
    ['a label of two lines', { label: 'a\nb' }],
    ['a label that is too long', { label: 'x'.repeat(101) }],
    ['an unknown field', { admin: true }],
  ])('are not made with %s', async (_, body) => {
    const owner = await cloud().account();
    expect((await owner.send('POST', '/keys', body)).json.code).toBe('INVALID_PAYLOAD');
    expect((await owner.send('GET', '/keys')).json.keys).toHaveLength(1);
  });
});
