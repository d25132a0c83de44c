import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claims, IdTokenIssuer } from './id-token-issuer.ts';
import { OpenapiCheck } from './openapi-check.ts';
import { type Account, type Answer, api, request, startTestCloud, type TestCloud, toyRequest } from './test-cloud.ts';

let cloud: TestCloud;
/** Another one, with a public address, for runs that need not end. */
let idle: TestCloud;
let document: OpenapiCheck;
let issuer: IdTokenIssuer;
beforeAll(async () => {
  issuer = await IdTokenIssuer.start();
  cloud = await startTestCloud({ settings: { idTokenIssuer: issuer.url } });
  idle = await startTestCloud({ workers: 0, settings: { publicUrl: 'https://verify.example.com/v' } });
  document = await OpenapiCheck.of(cloud.url);
});
afterAll(async () => {
  await cloud.close();
  await idle.close();
  await issuer[Symbol.asyncDispose]();
});

/** Sends a request and holds the answer against /openapi.json. */
async function send(account: Account, ...[method, path, body, headers]: Parameters<Account['send']>): Promise<Answer> {
  const answer = await account.send(method, path, body, headers);
  expect(document.faults(method, `${api}${path}`, answer)).toEqual([]);
  return answer;
}

describe('POST /runs', () => {
  it('creates a run and returns its address, its progress and its end', async () => {
    const account = await cloud.account();
    const git = {
      gitRemote: 'https://example.com/x.git',
      gitCommit: 'a'.repeat(40),
      gitBranch: 'feature/x',
      gitDirty: true,
    };
    const more = { ref: 'main', ...git, gitRemote: 'https://user:secret@example.com/x.git', timeout: 12.5 };
    const answer = await send(account, 'POST', '/runs', { ...toyRequest({ gate: 'created' }), ...more });
    expect(answer.status).toBe(201);
    const { runId } = answer.json;
    const self = `${cloud.url}${api}/runs/${runId}`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.json).toMatchObject({
      status: expect.stringMatching(/^(queued|running)$/),
      projectType: 'toy',
      packageName: 'toy',
      ref: 'main',
      ...git,
      timeout: 12.5,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      credits: { held: 1, charged: 0, refunded: 0 },
      links: { self, logs: `${self}/logs`, result: `${self}/result`, cancel: `${self}/cancel` },
    });
    const { web } = answer.json.links;
    expect(web).toMatch(new RegExp(`^${cloud.url}/runs/${runId}\\?token=\\w{32}$`));
    expect((await send(account, 'GET', '/account')).json).toEqual({
      accountId: account.id,
      name: 'test',
      credits: { balance: 9, held: 1 },
      concurrency: { limit: 3, active: 1 },
    });

    await cloud.gates.arrival('created');
    const running = await send(account, 'GET', `/runs/${runId}`);
    expect(running.json).toMatchObject({ status: 'running', startedAt: expect.any(String) });
    expect(running.json).not.toHaveProperty('finishedAt');
    const before = performance.now();
    expect((await send(account, 'GET', `/runs/${runId}?wait=0.3`)).json.status).toBe('running');
    expect(performance.now() - before).toBeGreaterThanOrEqual(290);
    // A prefix of the id does on every path.
    const prefix = runId.slice(0, 8);
    const waiting = send(account, 'GET', `/runs/${prefix}?wait=30`);
    cloud.gates.open('created');
    expect((await waiting).json).toMatchObject({
      runId,
      status: 'success',
      finishedAt: expect.any(String),
      checks: { done: 1, total: 1 },
      credits: { held: 0, charged: 1, refunded: 0 },
    });
    expect((await send(account, 'GET', `/runs/${prefix}/result`)).json.runId).toBe(runId);
    expect((await send(account, 'GET', `/runs/${prefix}/logs`)).text).toContain('event: end');
    expect((await request(web.replace(runId, prefix))).text).toContain(`<code>${runId}</code>`);
    // A run that has ended cannot be cancelled.
    const cancelled = await send(account, 'POST', `/runs/${prefix}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, json: { runId, status: 'success' } });
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('has a timeout of 300 seconds by default', async () => {
    const account = await idle.account();
    expect((await send(account, 'POST', '/runs', toyRequest())).json.timeout).toBe(300);
  });

  it('accepts gzip', async () => {
    const account = await idle.account();
    const body = gzipSync(JSON.stringify(toyRequest()));
    const answer = await send(account, 'POST', '/runs', body, { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(201);
  });

  it('creates one run for many requests with one key, and marks replays', async () => {
    const account = await idle.account({ concurrency: 60 });
    const headers = { 'idempotency-key': 'once' };
    // On a busy machine, the first one takes longer than others wait for it.
    const sendAgain = async (): ReturnType<typeof send> => {
      const answer = await send(account, 'POST', '/runs', toyRequest(), headers);
      return answer.json.code === 'IDEMPOTENCY_IN_PROGRESS' ? sendAgain() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, sendAgain));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ json }) => json.runId)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    expect(await idle.ledger(account.id)).toEqual(['grant 10', 'hold -1']);
  });

  it('gives the last credit to one of a hundred', async () => {
    const account = await idle.account({ credits: 1, concurrency: 200 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(account, 'POST', '/runs', toyRequest())));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 402)]);
    expect(await idle.ledger(account.id)).toEqual(['grant 1', 'hold -1']);
  });
});

describe('GET /runs/{runId}', () => {
  it('is not found by what several ids start with', async () => {
    const account = await idle.account({ concurrency: 20, credits: 20 });
    // With 17 runs, two start with the same one of 16 digits.
    const ids = await Promise.all(Array.from({ length: 17 }, () => account.run()));
    const digits = ids.map(([digit]) => digit);
    const [shared = ''] = digits.filter((digit, index) => digits.indexOf(digit) !== index);
    const answer = await send(account, 'GET', `/runs/${shared}`);
    expect(answer).toMatchObject({ status: 409, json: { code: 'AMBIGUOUS_RUN_ID' } });
    const fitting = ids.filter((id) => id.startsWith(shared)).sort();
    expect(answer.json.errors.map(({ detail }: { detail: string }) => detail)).toEqual(fitting.slice(0, 10));
    expect(answer.json.detail).toContain(fitting[0]);
  });
});

describe('GET /runs', () => {
  it('lists runs of the account, newest first, page by page', async () => {
    const account = await idle.account({ concurrency: 10 });
    const ids: string[] = [];
    for (let run = 0; run < 5; run++) ids.unshift(await account.run());
    const first = await send(account, 'GET', '/runs?limit=2');
    const second = await send(account, 'GET', `/runs?limit=3&cursor=${first.json.nextCursor}`);
    const listed = [...first.json.runs, ...second.json.runs].map(({ runId }) => runId);
    expect(listed).toEqual(ids);
    expect(second.json).not.toHaveProperty('nextCursor');
    expect((await send(await idle.account(), 'GET', '/runs')).json).toEqual({ runs: [] });
  });
});

describe('GET /runs/{runId}/result', () => {
  it('is the final result of the specification, SARIF or everything that was found', async () => {
    const account = await cloud.account();
    const runId = await account.run({ findings: 2 });
    await account.ended(runId);
    const { json } = await send(account, 'GET', `/runs/${runId}/result`);
    expect(json).toEqual({
      runId,
      passed: false,
      summary: '0 of 1 checks passed, 2 errors',
      checks: [{ name: 'toy', passed: false, message: '2 errors: Fault 0' }],
      creditsUsed: 1,
      status: 'failed',
    });
    const sarif = await send(account, 'GET', `/runs/${runId}/result`, undefined, { accept: 'application/sarif+json' });
    expect(sarif.headers.get('content-type')).toMatch(/^application\/sarif\+json/);
    expect(sarif.json).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'toy-fault' }, { ruleId: 'toy-fault' }] }],
    });
    const report = await send(account, 'GET', `/runs/${runId}/result`, undefined, {
      accept: 'application/vnd.service.report+json, application/json;q=0.5',
    });
    const finding = { code: 'toy-fault', file: 'toy.json', line: 1 };
    expect(report.json).toMatchObject({ checks: [{ findings: [finding, finding] }] });
  });

  it('of a run past its limit reports it', async () => {
    const account = await cloud.account();
    const answer = await send(account, 'POST', '/runs', { ...toyRequest({ forever: true }), timeout: 0.2 });
    await account.ended(answer.json.runId);
    const { json } = await send(account, 'GET', `/runs/${answer.json.runId}/result`);
    expect(json).toMatchObject({
      status: 'timeout',
      passed: false,
      summary: expect.stringMatching(/^TIMEOUT: /),
      creditsUsed: 1,
    });
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });
});

describe('POST /runs/{runId}/cancel', () => {
  it('ends a run that runs, and may be repeated', async () => {
    const account = await cloud.account();
    const runId = await account.run({ gate: 'cancelled', forever: true });
    await cloud.gates.arrival('cancelled');
    expect((await send(account, 'POST', `/runs/${runId}/cancel`)).status).toBe(202);
    const again = await account.send('POST', `/runs/${runId}/cancel`, '', { 'content-type': 'application/json' });
    expect([200, 202]).toContain(again.status);
    await account.ended(runId);
    const { json } = await send(account, 'GET', `/runs/${runId}/result`);
    expect(json).toMatchObject({ status: 'rejected', summary: expect.stringMatching(/^CANCELLED: /), creditsUsed: 0 });
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'refund 1']);
  });
});

describe('every answer', () => {
  it.each([
    ['keeps', 'a-request-1', 'a-request-1'],
    ['replaces', 'with blank', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['replaces', 'x'.repeat(129), expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])('%s the X-Request-Id %s', async (_, given, expected) => {
    const answer = await request(`${cloud.url}/healthz`, { headers: { 'x-request-id': given } });
    expect(answer.headers.get('x-request-id')).toEqual(expected);
  });

  it('links to the public address of the service', async () => {
    const account = await idle.account();
    const { json } = await account.send('POST', '/runs', toyRequest());
    expect(json.links.self).toBe(`https://verify.example.com/v${api}/runs/${json.runId}`);
  });
});

describe('at the root', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json'])('%s needs no key', async (path) => {
    expect((await request(`${cloud.url}${path}`)).status).toBe(200);
  });
});

describe('/openapi.json', () => {
  it('contains every route, and its responses match it', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect(document.faults('GET', path, await request(`${cloud.url}${path}`))).toEqual([]);
    }
    const account = await cloud.account();
    const { json } = await send(account, 'POST', '/keys', {});
    await send(account, 'GET', '/keys');
    await send(account, 'POST', `/keys/${json.keyId}/revoke`);
    const batch = { projectType: 'toy', packageRefs: ['@acme/none'] };
    await send(account, 'POST', '/runs:batch', batch, { 'idempotency-key': 'batch' });
    const { repository } = claims;
    const { trustedRepositoryId } = (await send(account, 'POST', '/repositories', { repository })).json;
    await send(account, 'GET', '/repositories');
    const { device_code } = (await send(account, 'POST', '/device/authorization', {})).json;
    const sql = `update device_logins set status = 'approved', account_id = '${account.id}'`;
    await cloud.sql(sql);
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    await send(account, 'POST', '/device/token', { grant_type, device_code });
    await send(account, 'POST', '/keys/exchange', {
      accountId: account.id,
      idToken: await issuer.token({ audience: cloud.url }),
    });
    await send(account, 'POST', `/repositories/${trustedRepositoryId}/remove`);
    const { webhookId } = (await send(account, 'POST', '/webhooks', { url: 'http://hooks.invalid/' })).json;
    await send(account, 'GET', '/webhooks');
    const runId = await account.run();
    await account.ended(runId);
    const { deliveryId } = (await send(account, 'GET', `/webhooks/${webhookId}/deliveries`)).json.deliveries[0];
    await send(account, 'POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`);
    await send(account, 'POST', `/webhooks/${webhookId}/remove`);
    await send(account, 'GET', `/runs/${runId}/logs`);
    await send(account, 'GET', `/runs/${runId}/logs`, undefined, { accept: 'application/x-ndjson' });
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const answered = new Set(
      [...document.seen].filter((one) => / 20\d$/.test(one)).map((one) => one.replace(/ \d+$/, '')),
    );
    expect(new Set(operations.filter((one) => !one.startsWith('head ')))).toEqual(answered);
  });
});
