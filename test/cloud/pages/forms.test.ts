import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestCloud, type TestCloud } from '../server/test-cloud.ts';

let cloud: TestCloud;
let account: Account;
beforeAll(async () => {
  // The runs of these tests wait: nobody starts them.
  cloud = await startTestCloud({ workers: 0 });
  account = await cloud.account({ credits: 10 });
});
afterAll(() => cloud.close());

/** Sends a form as a browser does from a page of the cloud. */
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${cloud.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: cloud.url, cookie: `service_key=${account.key}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the buttons of a run', () => {
  it('need a key, and offer to enter one', async () => {
    const runId = await account.run();
    const answer = await post(`/account/runs/${runId}/cancel`, {}, { cookie: '' });
    expect(answer.text).toContain(`<input type="hidden" name="next" value="/account/runs/${runId}">`);
    const other = await cloud.account();
    expect((await post(`/account/runs/${runId}/cancel`, {}, { cookie: `service_key=${other.key}` })).status).toBe(404);
    expect((await account.send('GET', `/runs/${runId}`)).json.status).not.toBe('rejected');
    await account.send('POST', `/runs/${runId}/cancel`);
  });

  it('do nothing when another site sends them', async () => {
    const runId = await account.run();
    const answer = await post(`/account/runs/${runId}/cancel`, {}, { origin: 'https://evil.example' });
    expect(answer.status).toBe(422);
    expect((await account.send('GET', `/runs/${runId}`)).json.status).not.toBe('rejected');
    await account.send('POST', `/runs/${runId}/cancel`);
  });

  it('run a published package again, once for each form, and for what it costs', async () => {
    const { json } = await account.send('POST', '/runs', {
      projectType: 'toy',
      packageRef: '@no-such-scope/x',
      ref: 'v1',
    });
    await account.send('POST', `/runs/${json.runId}/cancel`);
    const once = '00000000-0000-4000-8000-000000000000';
    const answers = [await post(`/account/runs/${json.runId}/again`, { once })];
    answers.push(await post(`/account/runs/${json.runId}/again`, { once }));
    const [first, second] = answers.map(({ headers }) => headers.get('location'));
    expect(first).toMatch(/^\/account\/runs\/[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    const again = (first ?? '').split('/').at(-1);
    expect((await account.send('GET', `/runs/${again}`)).json).toMatchObject({
      packageRef: '@no-such-scope/x',
      ref: 'v1',
    });
    await account.send('POST', `/runs/${again}/cancel`);
    expect((await post(`/account/runs/${again}/again`, { once: 'x' })).status).toBe(422);
  });

  it('do not run a project again, whose files are gone', async () => {
    const runId = await account.run();
    await account.send('POST', `/runs/${runId}/cancel`);
    const answer = await post(`/account/runs/${runId}/again`, { once: '00000000-0000-4000-8000-000000000001' });
    expect(answer.status).toBe(422);
  });

  it('need a key that may verify; others do not see them', async () => {
    const reader = await cloud.account();
    const runId = await reader.run();
    await cloud.sql(`update api_keys set scopes = '{read}' where id = '${reader.keyId}'`);
    const headers = { cookie: `service_key=${reader.key}` };
    expect((await post(`/account/runs/${runId}/cancel`, {}, headers)).status).toBe(403);
    const page = await fetch(`${cloud.url}/account/runs/${runId}`, { headers });
    const text = await page.text();
    expect(text).toContain('Link to share');
    expect(text).not.toContain('Cancel the run');
  });

  it('say so when there are no credits', async () => {
    const poor = await cloud.account({ credits: 0 });
    const rich = await cloud.account({ credits: 1 });
    const { json } = await rich.send('POST', '/runs', { projectType: 'toy', packageRef: '@no-such-scope/x' });
    await rich.send('POST', `/runs/${json.runId}/cancel`);
    await cloud.sql(`update runs set account_id = '${poor.id}' where id = '${json.runId}'`);
    const fields = { once: '00000000-0000-4000-8000-000000000002' };
    const answer = await post(`/account/runs/${json.runId}/again`, fields, { cookie: `service_key=${poor.key}` });
    expect(answer.status).toBe(402);
    expect(answer.text).toContain('not enough credits');
  });
});

describe('the page after signing in', () => {
  it('is the one that asked for the key', async () => {
    const answer = await post('/account', { key: account.key, next: '/account/runs/12ab' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/runs/12ab']);
  });

  it.each(['https://evil.example', '//evil.example', '/accounts', '/account\\evil', '/account/\nx', '/runs/x'])(
    'is not %j',
    async (next) => {
      const answer = await post('/account', { key: account.key, next });
      const location = answer.headers.get('location');
      expect(answer.status).toBe(422);
      expect(location).toBeNull();
    },
  );
});
