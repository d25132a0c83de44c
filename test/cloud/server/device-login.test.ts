import { expect, it } from 'vitest';
import { describeClouds } from './describe-clouds.ts';
import { type Account, account, api, request } from './test-cloud.ts';

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';

describeClouds('the login of a device', { workers: 0 }, (cloud) => {
  /** As any client of RFC 8628 does it: with a form. */
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request(`${cloud().url}${api}${path}`, { method: 'POST', body, headers });
    expect(cloud().document.faults('POST', `${api}${path}`, answer)).toEqual([]);
    return answer;
  };
  const start = async (form: Record<string, string> = {}) =>
    (await post('/device/authorization', { client_id: 'test', ...form })).json;
  const poll = async (device_code: string) => (await post('/device/token', { grant_type, device_code })).json;
  const look = ({ key }: Account, code: string) =>
    request(`${cloud().url}/account/device?code=${code}`, { headers: { cookie: `service_key=${key}` } });
  const decide = ({ key }: Account, code: string, decision: string, headers: Record<string, string> = {}) =>
    fetch(`${cloud().url}/account/device`, {
      method: 'POST',
      body: new URLSearchParams({ code, decision }),
      headers: { cookie: `service_key=${key}`, ...headers },
    });

  it('gives it a key once its user has approved', async () => {
    const user = await cloud().account();
    const login = await start({ label: 'my <laptop>' });
    expect(login).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${cloud().url}/account/device`,
      verification_uri_complete: `${cloud().url}/account/device?code=${login.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(await poll(login.device_code)).toMatchObject({ error: 'authorization_pending' });
    expect(await poll(login.device_code)).toMatchObject({ error: 'slow_down' });
    const { status, text } = await look(user, login.user_code.toLowerCase().replace('-', ''));
    expect([status, text]).toEqual([200, expect.stringContaining('<strong>my &#60;laptop&#62;</strong>')]);
    expect(text).toContain('<code>read, verify</code>');
    expect(text).toContain(`<code>${login.user_code}</code>`);
    expect((await decide(user, login.user_code, 'approve')).status).toBe(200);
    const token = await poll(login.device_code);
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'read verify' });
    const device = account(cloud().url, { id: user.id, key: token.access_token, keyId: '' });
    expect((await device.send('GET', '/account')).json.accountId).toBe(user.id);
    const { keys } = (await user.send('GET', '/keys')).json;
    expect(keys[1]).toMatchObject({ label: 'my <laptop>', scopes: ['read', 'verify'] });
  });

  it('gives nothing for a code that was used, by the device or by the user', async () => {
    const user = await cloud().account();
    const { user_code, device_code } = await start();
    await decide(user, user_code, 'approve');
    expect((await decide(user, user_code, 'approve')).status).toBe(404);
    const tokens = await Promise.all([poll(device_code), poll(device_code), poll(device_code)]);
    expect(tokens.filter(({ access_token }) => access_token)).toHaveLength(1);
    expect(tokens.filter(({ error }) => error === 'invalid_grant')).toHaveLength(2);
    expect((await look(user, user_code)).status).toBe(404);
  });

  it('gives nothing that the user refuses', async () => {
    const user = await cloud().account();
    const { user_code, device_code } = await start();
    expect(await (await decide(user, user_code, 'refuse')).text()).toContain('Refused');
    expect((await decide(user, user_code, 'approve')).status).toBe(404);
    expect(await poll(device_code)).toMatchObject({ error: 'access_denied' });
    expect(await poll(device_code)).toMatchObject({ error: 'invalid_grant' });
    expect((await user.send('GET', '/keys')).json.keys).toHaveLength(1);
  });

  it('ends guessing after ten wrong codes, also for a right one, for this account alone', async () => {
    const [guesser, user] = [await cloud().account(), await cloud().account()];
    const { user_code } = await start();
    for (let guess = 0; guess < 10; guess++) {
      const { status, text } = await look(guesser, `BBBB-BBB${'BCDFGHJKLM'[guess]}`);
      expect([status, text]).toEqual([404, expect.stringContaining('This code does not exist')]);
    }
    expect((await look(guesser, user_code)).status).toBe(429);
    expect((await decide(guesser, user_code, 'approve')).status).toBe(429);
    expect((await look(user, user_code)).status).toBe(200);
  });

  it('asks users to sign in with a key that may create keys, and returns to the code', async () => {
    const user = await cloud().account();
    const { user_code } = await start();
    const page = await request(`${cloud().url}/account/device?code=${user_code}`);
    expect(page.text).toContain(`value="/account/device?code=${user_code}"`);
    const { json } = await user.send('POST', '/keys', { scopes: ['verify'] });
    const reader = account(cloud().url, { id: user.id, key: json.apiKey, keyId: json.keyId });
    expect((await look(reader, user_code)).status).toBe(403);
    expect((await decide(reader, user_code, 'approve')).status).toBe(403);
    expect((await decide({ ...user, key: 'svc_wrong' }, user_code, 'approve')).status).toBe(401);
    expect((await decide(user, user_code, 'approve', { 'sec-fetch-site': 'cross-site' })).status).toBe(422);
    expect((await look(user, user_code)).status).toBe(200);
  });

  it.each([
    ['/device/authorization', { scope: 'root' }, 'invalid_scope'],
    ['/device/authorization', { label: 'x'.repeat(101) }, 'invalid_request'],
    ['/device/token', { grant_type: 'password', device_code: 'x' }, 'unsupported_grant_type'],
    ['/device/token', { grant_type }, 'invalid_request'],
  ])('refuses %s with %j', async (path, form, error) => {
    const answer = await post(path, form);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error, error_description: expect.any(String) });
  });

  it('rejects an unknown code', async () => {
    expect(await poll('x'.repeat(40))).toMatchObject({ error: 'invalid_grant' });
  });
});
