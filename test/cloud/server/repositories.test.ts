import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, expect, it, vi } from 'vitest';
import { describeClouds } from './describe-clouds.ts';
import { claims, IdTokenIssuer, type TokenOptions } from './id-token-issuer.ts';
import { type Account, type Answer, account, api, request, toyRequest, twentyAtATime } from './test-cloud.ts';

const issuer = await IdTokenIssuer.start();
afterAll(() => issuer[Symbol.asyncDispose]());
const stranger = await generateKeyPair('RS256');
const now = () => Math.floor(Date.now() / 1000);

describeClouds(
  'trusted repositories',
  { settings: { idTokenIssuer: issuer.url }, workers: 0, embedded: true },
  (cloud, kind) => {
    const { repository } = claims;

    async function exchange(accountId: string, idToken: unknown): Promise<Answer> {
      const path = `${api}/keys/exchange`;
      const answer = await request(`${cloud().url}${path}`, { method: 'POST', body: { accountId, idToken } });
      expect(cloud().document.faults('POST', path, answer)).toEqual([]);
      return answer;
    }
    const exchanged = async ({ id }: Account, options: Partial<TokenOptions> = {}) =>
      exchange(id, await issuer.token({ audience: cloud().url, ...options }));

    async function trusting(body: object = { repository }): Promise<Account & { trust: string }> {
      const owner = await cloud().account();
      const { status, json } = await owner.send('POST', '/repositories', body);
      expect(status).toBe(201);
      return { ...owner, trust: json.trustedRepositoryId };
    }
    const client = ({ id }: Account, { json }: Answer) =>
      account(cloud().url, { id, key: json.apiKey, keyId: json.keyId });

    it('get keys that verify on the credits of the account, for two hours', async () => {
      const owner = await trusting();
      const answer = await exchanged(owner);
      expect([answer.status, answer.json]).toEqual([
        201,
        {
          keyId: expect.any(String),
          label: `GitHub Actions of ${repository}`,
          scopes: ['read', 'verify'],
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
          apiKey: expect.stringMatching(/^svc_/),
        },
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { createdAt, expiresAt } = answer.json;
      expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000)).toBe(120);
      const job = client(owner, answer);
      await job.run();
      expect((await owner.send('GET', '/account')).json.credits).toEqual({ balance: 9, held: 1 });
      expect((await job.send('POST', '/keys', {})).status).toBe(403);
      expect((await job.send('POST', '/repositories', { repository: 'thief/x' })).status).toBe(403);
      expect((await owner.send('GET', '/keys')).json.keys).toMatchObject([{}, { keyId: answer.json.keyId }]);
    });

    it('are listed, once each, and lose their keys when they are removed', async () => {
      const owner = await trusting();
      const again = await owner.send('POST', '/repositories', { repository: repository.toUpperCase() });
      expect(again.json.trustedRepositoryId).toBe(owner.trust);
      const other = await owner.send('POST', '/repositories', { repository, branch: 'next', environment: 'npm' });
      const job = client(owner, await exchanged(owner));
      expect((await owner.send('GET', '/repositories')).json.repositories).toEqual([
        { trustedRepositoryId: owner.trust, repository, githubId: '1001', createdAt: expect.any(String) },
        { ...other.json, branch: 'next', environment: 'npm' },
      ]);
      const [outsider, path] = [await cloud().account(), `/repositories/${owner.trust}/remove`];
      expect((await outsider.send('POST', path)).status).toBe(404);
      expect((await outsider.send('GET', '/repositories')).json.repositories).toEqual([]);
      expect((await job.send('GET', '/account')).status).toBe(200);
      expect((await owner.send('POST', path)).json.repository).toBe(repository);
      expect((await job.send('GET', '/account')).json.detail).toBe('Invalid API key: it has been revoked');
      expect((await owner.send('POST', path)).status).toBe(404);
      expect((await exchanged(owner)).json.detail).toContain(`does not trust ${repository} at refs/heads/main`);
    });

    it('end the requests of their keys that wait when they are removed', async () => {
      const owner = await trusting();
      const job = client(owner, await exchanged(owner));
      const runId = await job.run();
      const waiting = job.send('GET', `/runs/${runId}/logs`, undefined, { accept: 'text/event-stream' });
      const held = async () => (await request(`${cloud().url}/metrics`)).text.includes('{kind="log"} 1');
      await vi.waitUntil(held, { timeout: 600_000 });
      await owner.send('POST', `/repositories/${owner.trust}/remove`);
      expect((await waiting).text).not.toContain('event: end');
    });

    it('get one key for a token, also when it is sent many times at once', async () => {
      const owner = await trusting();
      const token = await issuer.token({ audience: cloud().url });
      const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(owner.id, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
      const reasons = answers.filter(({ status }) => status === 400).map(({ json }) => json.detail);
      expect(new Set(reasons)).toEqual(new Set(['Invalid ID token of GitHub Actions: it has been used']));
      expect((await owner.send('GET', '/keys')).json.keys).toHaveLength(2);
    });

    // The rest asks nothing of a database that is not asked above.
    if (kind === 'embedded') return;

    it('can be limited to a branch', async () => {
      const owner = await trusting({ repository, branch: 'main' });
      const statuses = [];
      for (const ref of ['refs/heads/main', 'refs/heads/Main', 'refs/tags/main', 'refs/pull/1/merge', 'main']) {
        statuses.push((await exchanged(owner, { claims: { ref } })).status);
      }
      expect(statuses).toEqual([201, 400, 400, 400, 400]);
    });

    it('can be limited to an environment', async () => {
      const owner = await trusting({ repository, environment: 'npm' });
      const statuses = [];
      for (const environment of ['npm', 'NPM', 'npm2', undefined]) {
        statuses.push((await exchanged(owner, { claims: { environment } })).status);
      }
      expect(statuses).toEqual([201, 201, 400, 400]);
    });

    it('are known by name in any case, and by the ids of the first token', async () => {
      const owner = await trusting({ repository: 'Acme/N8N-nodes-acme' });
      expect((await exchanged(owner)).status).toBe(201);
      const refused = async (changed: Record<string, string>) =>
        (await exchanged(owner, { claims: changed })).json.detail;
      // The name was given up, and taken by someone else.
      expect(await refused({ repository_id: '9', repository_owner_id: '9' })).toContain('is another repository than');
      expect(await refused({ repository_id: '9' })).toContain('is another repository than');
      // Transferred: the owner of the name is another.
      expect(await refused({ repository_owner_id: '9' })).toContain('is another repository than');
      // Renamed: the account has to trust the new name.
      expect(await refused({ repository: 'acme-inc/n8n-nodes-acme' })).toContain('does not trust acme-inc/');
      // Another trust of the same name does not let the other repository in.
      await owner.send('POST', '/repositories', { repository, branch: 'main' });
      expect(await refused({ repository_id: '9' })).toContain('is another repository than');
      expect((await exchanged(owner)).status).toBe(201);
      await owner.send('POST', `/repositories/${owner.trust}/remove`);
      expect((await exchanged(owner, { claims: { repository_id: '9' } })).status).toBe(201);
    });

    it('get nothing from an account that does not trust them, or is none', async () => {
      await trusting();
      expect((await exchanged(await cloud().account())).json.code).toBe('INVALID_ID_TOKEN');
      const token = await issuer.token({ audience: cloud().url });
      expect((await exchange('acc_nobody', token)).json.code).toBe('INVALID_ID_TOKEN');
      expect((await exchange('', token)).json.code).toBe('INVALID_PAYLOAD');
    });

    it('are limited, and for keys with the scope admin', async () => {
      const owner = await cloud().account();
      const { json } = await owner.send('POST', '/keys', { scopes: ['verify'] });
      const other = account(cloud().url, { id: owner.id, key: json.apiKey, keyId: json.keyId });
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/repo_x/remove'],
      ] as const) {
        expect((await other.send(method, `/repositories${path}`)).status).toBe(403);
      }
      const answers = await twentyAtATime(103, (index) =>
        owner.send('POST', '/repositories', { repository: `acme/x${index}` }),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
      expect(answers.find(({ status }) => status === 422)?.json.detail).toContain('which is the limit');
    });

    it('do not use up the keys that the account may create', async () => {
      const owner = await trusting();
      await exchanged(owner);
      const made = await twentyAtATime(200, () => owner.send('POST', '/keys', {}));
      expect(made.filter(({ status }) => status === 201)).toHaveLength(199);
      const job = client(owner, await exchanged(owner));
      expect((await job.send('POST', '/runs', toyRequest())).status).toBe(201);
    });

    const wrong: [string, string, () => Promise<Partial<TokenOptions>>][] = [
      ['for another audience', '"aud" is not http', async () => ({ audience: 'https://verify.example.com' })],
      ['for an audience that starts the same', '"aud" is not http', async () => ({ audience: `${cloud().url}0` })],
      ['of another issuer', '"iss" is not http', async () => ({ claims: { iss: 'https://gitlab.com' } })],
      ['of another repository', 'does not trust acme/other', async () => ({ claims: { repository: 'acme/other' } })],
      ['of another owner', 'does not trust acme2/', async () => ({ claims: { repository: 'acme2/n8n-nodes-acme' } })],
      ['that has expired', '"exp" claim timestamp check failed', async () => ({ claims: { exp: now() - 60 } })],
      ['that never expires', 'missing required "exp" claim', async () => ({ claims: { exp: undefined } })],
      ['that is not yet valid', '"nbf" claim timestamp check failed', async () => ({ claims: { nbf: now() + 600 } })],
      ['that is old', '"iat" claim timestamp check failed', async () => ({ claims: { iat: now() - 7_200 } })],
      ['of the future', '"iat" claim timestamp check failed', async () => ({ claims: { iat: now() + 600 } })],
      ['without an id', 'it lacks claims', async () => ({ claims: { jti: undefined } })],
      ['without the id of the repository', 'it lacks claims', async () => ({ claims: { repository_id: undefined } })],
      ['with a NUL character', 'it lacks claims', async () => ({ claims: { ref: 'refs/heads/\u0000' } })],
      ['signed by someone else', 'signature verification failed', async () => ({ key: stranger.privateKey })],
      ['with an unknown key', 'no applicable key found', async () => ({ header: { kid: 'key-2' } })],
      [
        'signed with the public key as a secret',
        'not allowed',
        async () => ({
          header: { alg: 'HS256' },
          key: new TextEncoder().encode(await exportSPKI(issuer.publicKey)),
        }),
      ],
    ];

    it.each(wrong)('get nothing for a token %s', async (_, reason, options) => {
      const owner = await trusting();
      const { status, json } = await exchanged(owner, await options());
      expect([status, json.code]).toEqual([400, 'INVALID_ID_TOKEN']);
      expect(json.detail).toContain(reason);
      expect((await owner.send('GET', '/keys')).json.keys).toHaveLength(1);
    });

    it('get nothing for a token without a signature', async () => {
      const owner = await trusting();
      const token = await issuer.token({ audience: cloud().url });
      const none = new UnsecuredJWT({ ...claims, jti: 'x' })
        .setIssuer(issuer.url)
        .setAudience(cloud().url)
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode();
      for (const forged of [none, `${token.split('.').slice(0, 2).join('.')}.`, 'a.b.c', 'x', '.', '..', '\u0000']) {
        expect((await exchange(owner.id, forged)).json.code).toBe('INVALID_ID_TOKEN');
      }
    });

    it('cannot say where the keys are', async () => {
      const owner = await trusting();
      const before = issuer.requests.length;
      const elsewhere = {
        jku: `${issuer.url}/elsewhere`,
        x5u: `${issuer.url}/elsewhere`,
        kid: `${issuer.url}/elsewhere`,
      };
      expect((await exchanged(owner, { header: elsewhere, key: stranger.privateKey })).status).toBe(400);
      const jwk = { kty: 'RSA', n: 'AQAB', e: 'AQAB' };
      expect((await exchanged(owner, { header: { jwk }, key: stranger.privateKey })).status).toBe(400);
      expect(issuer.requests.slice(before).filter((path) => path !== '/.well-known/jwks')).toEqual([]);
    });

    it('get nothing for a huge token', async () => {
      const owner = await trusting();
      const long = await issuer.token({ audience: cloud().url, claims: { filler: 'x'.repeat(5_500) } });
      expect(long.length).toBeLessThan(9_000);
      expect((await exchange(owner.id, long)).json.code).toBe('INVALID_PAYLOAD');
      expect((await exchange(owner.id, 'x'.repeat(20_000))).json.code).toBe('PAYLOAD_TOO_LARGE');
      expect((await exchange(owner.id, { toString: 'x' })).json.code).toBe('INVALID_PAYLOAD');
    });

    it.each(['', 'acme', 'acme/', '/x', 'a/b/c', 'https://github.com/acme/x', 'acme/x y', 'acme/*', '../x', 'acmé/x'])(
      'are not named %j',
      async (name) => {
        const owner = await cloud().account();
        expect((await owner.send('POST', '/repositories', { repository: name })).json.code).toBe('INVALID_PAYLOAD');
      },
    );

    it.each([{ branch: '' }, { branch: 'a\nb' }, { environment: '' }, { owner: 'acme' }])(
      'are not limited by %j',
      async (limit) => {
        const owner = await cloud().account();
        expect((await owner.send('POST', '/repositories', { repository, ...limit })).json.code).toBe('INVALID_PAYLOAD');
      },
    );
  },
);
