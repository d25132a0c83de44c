import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../../cloud/admin/operations.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { type Account, request, startTestCloud, type TestCloud, toyRequest } from '../server/test-cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  // The runs of these tests wait: nobody starts them.
  cloud = await startTestCloud({ workers: 0 });
});
afterAll(() => cloud.close());

/** Sends the form as a browser does, without following where it leads. */
function signIn(key: string, headers: Record<string, string> = {}, path = '/account') {
  return fetch(`${cloud.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ key }),
    headers,
  });
}

const look = ({ key }: Pick<Account, 'key'>, query = '') =>
  request(`${cloud.url}/account${query}`, { headers: { cookie: `service_key=${key}` } });

it('asks for a key', async () => {
  const { status, text } = await request(`${cloud.url}/account`);
  expect(status).toBe(200);
  expect(text).toContain('<label for="key">API key</label>');
});

it('keeps a key that is right in a cookie, and leads to the account', async () => {
  const account = await cloud.account();
  const answer = await signIn(` ${account.key}\n`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  expect(answer.headers.get('set-cookie')).toBe(`service_key=${account.key}; Path=/account; HttpOnly; SameSite=Strict`);
});

it('refuses a key that is wrong, without repeating it', async () => {
  for (const key of ['nonsense"><b>', `svc_${'a'.repeat(8)}_${'b'.repeat(40)}`]) {
    const answer = await signIn(key);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const text = await answer.text();
    expect(text).toMatch(/role="alert">Invalid API key/);
    expect(text).not.toContain('nonsense');
  }
});

it('rejects a form of another site, one without a key, and one that is too long', async () => {
  const { key } = await cloud.account();
  expect((await signIn(key, { 'sec-fetch-site': 'cross-site' })).status).toBe(422);
  expect((await signIn(key, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  expect((await fetch(`${cloud.url}/account`, { method: 'POST', body: new URLSearchParams() })).status).toBe(422);
  expect((await signIn('k'.repeat(5_000))).status).toBe(413);
});

it('shows the balance and the runs of the account, and of no other', async () => {
  const account = await cloud.account({ credits: 1_234 });
  const stranger = await cloud.account();
  await stranger.run();
  const { json } = await account.send('POST', '/runs', { ...toyRequest(), packageName: '<b>mine' });
  const { text } = await look(account);
  expect(text).toContain('<dd>1,233</dd>');
  expect(text).toContain('<dd>1 of 3</dd>');
  expect(text).toContain('&#60;b&#62;mine</a>');
  const links = [...text.matchAll(/href="(\/account\/runs\/[^"]+)"/g)].map(([, link]) => link);
  expect(links).toEqual([`/account/runs/${json.runId}`]);
});

it('links to older runs', async () => {
  const account = await cloud.account({ credits: 30, concurrency: 30 });
  await Promise.all(Array.from({ length: 27 }, () => account.run()));
  const first = await look(account);
  const older = /href="\/account(\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? expect.fail('there is no link');
  const second = await look(account, older);
  const runsOf = (text: string) => [...text.matchAll(/\/runs\/([0-9a-f-]{36})/g)].map(([, id]) => id);
  const all = [...runsOf(first.text), ...runsOf(second.text)];
  expect([runsOf(first.text).length, new Set(all).size]).toEqual([25, 27]);
  expect(second.text).not.toContain('Older runs');
  expect((await look(account, '?cursor=nonsense')).status).toBe(422);
});

it('shows the repositories that it trusts to a key that may change them', async () => {
  const account = await cloud.account();
  expect((await look(account)).text).toContain('service repositories trust owner/name');
  await account.send('POST', '/repositories', { repository: 'acme/nodes', environment: '<b>npm' });
  const { text } = await look(account);
  expect(text).toContain('<th scope="row">acme/nodes</th>\n<td>any</td>\n<td>&#60;b&#62;npm</td>');
  const { json } = await account.send('POST', '/keys', { scopes: ['read'] });
  expect((await look({ key: json.apiKey })).text).not.toContain('acme/nodes');
});

it('forgets the key after signing out, and a revoked key', async () => {
  const account = await cloud.account();
  const out = await signIn('', {}, '/account/sign-out');
  expect([out.status, out.headers.get('location')]).toEqual([303, '/account']);
  expect(out.headers.get('set-cookie')).toMatch(/^service_key=;.*Max-Age=0$/);
  const database = await openDatabase({ url: cloud.databaseUrl }, { pool: 2, onError: () => {} });
  await operations.revokeKey.run(database, { keyId: account.keyId });
  await database.close();
  const { status, text, headers } = await look(account);
  expect([status, headers.get('set-cookie')]).toEqual([401, expect.stringMatching(/Max-Age=0/)]);
  expect(text).toContain('it has been revoked');
});

it('sends the cookie over encrypted connections only, where the operator has such', async () => {
  const other = await cloud.another({ workers: 0, settings: { publicUrl: 'https://verify.example.com' } });
  const { key } = await cloud.account();
  const body = new URLSearchParams({ key });
  const answer = await fetch(`${other.url}/account`, { method: 'POST', redirect: 'manual', body });
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  await other.close();
});

it('is where the address of the server leads', async () => {
  const answer = await fetch(`${cloud.url}/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account']);
});
