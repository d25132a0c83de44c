import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../cloud/admin/operations.ts';
import { openDatabase } from '../../cloud/store/open-database.ts';
import { api, request, startTestCloud, type TestCloud, toyRequest } from '../cloud/server/test-cloud.ts';
import { useWatch } from './watch.ts';

useWatch();
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

/** A request with headers that `fetch` does not let its callers set. */
function send(
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; text: string; location: string | undefined }> {
  const { method = 'GET', headers, body } = options;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({ status: answer.statusCode ?? 0, text, location: answer.headers.location });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('links', () => {
  test('a Host header of another site is in no answer', async () => {
    const { key } = await cloud.account();
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    const body = JSON.stringify(toyRequest());
    const made = await send(`${cloud.url}${api}/runs`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    expect(made.text).not.toContain('evil.example');
    expect(made.location).toMatch(new RegExp(`^${cloud.url}${api}/runs/`));
  });

  test('a server on all addresses links to the one that the caller reached', async () => {
    const open = await cloud.another({ host: '0.0.0.0', isolation: 'permission' });
    const { key } = await cloud.account();
    const { port } = new URL(open.url);
    const made = await send(`http://127.0.0.1:${port}${api}/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', host: 'evil.example' },
      body: JSON.stringify(toyRequest()),
    });
    expect(JSON.parse(made.text).links.web).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/runs/`));
    await open.close();
  });
});

describe('a revoked key', () => {
  test.each(['this process', 'another process'])('ends the stream and the wait that %s keeps open', async (where) => {
    const account = await cloud.account();
    const gate = `revoked in ${where}`;
    const runId = await account.run({ gate });
    const other = where === 'this process' ? undefined : await cloud.another({ workers: 0 });
    const url = other?.url ?? cloud.url;
    const headers = { authorization: `Bearer ${account.key}` };
    const stream = await fetch(`${url}${api}/runs/${runId}/logs`, { headers });
    const reader = (stream.body ?? expect.fail()).getReader();
    await reader.read();
    await cloud.gates.arrival(gate);
    const shown = `${url}${api}/runs/${runId}`;
    // Until this process knows that it has begun, a change of its status would end the wait.
    if (JSON.parse((await request(shown, { headers })).text).status === 'queued')
      await request(`${shown}?wait=30`, { headers });
    const waiting = request(`${shown}?wait=30`, { headers });
    const database = await openDatabase({ url: cloud.databaseUrl }, { pool: 1, onError: () => {} });
    await operations.revokeKey.run(database, { keyId: account.keyId });
    // The run goes on: nothing else ends the stream.
    while (!(await reader.read()).done);
    expect((await waiting).status).toBe(401);
    cloud.gates.open(gate);
    await database.close();
    await other?.close();
  });
});

describe('one address', () => {
  test('that guesses keys is refused, and who has a key is not', async () => {
    const strict = await cloud.another({ workers: 0, settings: { addressRequestsPerMinute: 5 } });
    const { key } = await cloud.account();
    const ask = (bearer: string) =>
      request(`${strict.url}${api}/account`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await ask(key)).status).toBe(200);
    const guesses = Array.from({ length: 8 }, (_, index) => `svc_${'a'.repeat(7)}${index}_${'b'.repeat(40)}`);
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push((await ask(guess)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(Number((await ask(guesses[0] ?? '')).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(key)).status).toBe(200);
    await strict.close();
  });

  test('may load a limited number of pages a minute, whatever X-Forwarded-For says', async () => {
    const strict = await cloud.another({ workers: 0, settings: { addressRequestsPerMinute: 3 } });
    const look = async (forwarded: string) =>
      (await request(`${strict.url}/account`, { headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await Promise.all(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(look))).toEqual([200, 200, 200]);
    expect(await look('10.0.0.4')).toBe(429);
    await strict.close();
  });

  test('behind a trusted proxy is the one that the proxy names', async () => {
    const settings = { addressRequestsPerMinute: 1, trustedProxies: ['127.0.0.1/32'] };
    const strict = await cloud.another({ workers: 0, settings });
    const look = async (forwarded: string) =>
      (await request(`${strict.url}/account`, { headers: { 'x-forwarded-for': forwarded } })).status;
    expect([await look('10.0.0.1'), await look('10.0.0.2'), await look('10.0.0.1')]).toEqual([200, 200, 429]);
    await strict.close();
  });
});

describe('a form', () => {
  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('with Origin %s is refused', async (origin) => {
    const { key } = await cloud.account();
    for (const path of ['/account', '/account/sign-out']) {
      const body = new URLSearchParams({ key }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
      const answer = await request(`${cloud.url}${path}`, { method: 'POST', body, headers });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null]);
    }
  });

  test('of our own page is taken', async () => {
    const { key } = await cloud.account();
    const answer = await fetch(`${cloud.url}/account`, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      headers: { origin: cloud.url },
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
  });
});
