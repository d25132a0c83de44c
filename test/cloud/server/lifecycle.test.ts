import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type Account, account as at, request, startTestCloud, type TestCloud, toyRequest } from './test-cloud.ts';

const patience = { timeout: 600_000, interval: 50 };

describe('a server that drains', () => {
  let cloud: TestCloud;
  beforeAll(async () => {
    // Answers only: each test starts the worker that it needs.
    cloud = await startTestCloud({ workers: 0 });
  });
  afterAll(() => cloud.close());

  /** Another process of the cloud, and the account as it sees it. */
  async function another(owner: Account, drainSeconds: number) {
    const process = await cloud.another({ workers: 1, settings: { drainSeconds } });
    return { process, account: at(process.url, owner) };
  }

  it('rejects new runs, answers everything else, and lets runs end', async () => {
    const owner = await cloud.account();
    const { process, account } = await another(owner, 30);
    const runId = await account.run({ gate: 'drained', log: ['before'] });
    await cloud.gates.arrival('drained');
    const closing = process.close();
    await vi.waitFor(async () => expect((await request(`${process.url}/readyz`)).status).toBe(503), patience);
    expect((await request(`${process.url}/healthz`)).status).toBe(200);
    const refused = await account.send('POST', '/runs', toyRequest());
    expect(refused).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await account.send('GET', `/runs/${runId}`)).json.status).toBe('running');
    cloud.gates.open('drained');
    await closing;
    expect((await owner.send('GET', `/runs/${runId}`)).json.status).toBe('success');
    expect(await cloud.ledger(owner.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('gives back what does not end in time, and another one verifies it', async () => {
    const owner = await cloud.account();
    const first = await another(owner, 0);
    const runId = await owner.run({ gate: 'given-back' });
    await cloud.gates.arrival('given-back');
    const watching = owner.send('GET', `/runs/${runId}/logs`);
    await first.process.close();
    expect((await owner.send('GET', `/runs/${runId}`)).json.status).toBe('queued');
    const second = await another(owner, 30);
    cloud.gates.open('given-back');
    await owner.ended(runId);
    const { json } = await owner.send('GET', `/runs/${runId}/result`);
    expect(json).toMatchObject({ status: 'success', creditsUsed: 1 });
    // Who watches at a third process sees one log, numbered through.
    const ids = [...(await watching).text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect((await watching).text).toContain('Restarted (attempt 2)');
    expect(await cloud.ledger(owner.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
    await second.process.close();
  });

  it('ends streams and waits, so that their readers go elsewhere', async () => {
    const owner = await cloud.account();
    const { process, account } = await another(owner, 0);
    const runId = await account.run({ forever: true });
    const watching = account.send('GET', `/runs/${runId}/logs`);
    const waiting = account.send('GET', `/runs/${runId}?wait=30`);
    await vi.waitFor(
      async () => expect((await owner.send('GET', `/runs/${runId}`)).json.status).toBe('running'),
      patience,
    );
    await process.close();
    expect((await watching).text).not.toContain('event: end');
    expect((await waiting).status).toBe(200);
    await owner.send('POST', `/runs/${runId}/cancel`);
  });

  it('accepts packages by their reference, too', async () => {
    const account = await cloud.account({ concurrency: 10 });
    for (const packageRef of ['@scope/name', '@scope/name@1.2.3', 'name']) {
      const answer = await account.send('POST', '/runs', { projectType: 'n8n-node', packageRef });
      expect(answer).toMatchObject({ status: 201, json: { packageRef } });
      expect(answer.json).not.toHaveProperty('packageName');
      await account.send('POST', `/runs/${answer.json.runId}/cancel`);
    }
  });
});

describe('while the database is away', () => {
  let postgres: PostgresServer;
  let cloud: TestCloud;
  beforeAll(async () => {
    postgres = await startPostgres();
    cloud = await startTestCloud({}, await postgres.database());
  });
  afterAll(async () => {
    await cloud.close();
    await postgres.close();
  });

  it('requests get 503, and no run is lost', async () => {
    const account = await cloud.account();
    const runId = await account.run({ gate: 'away', log: ['before'], findings: 1 });
    await cloud.gates.arrival('away');
    await postgres.stop();
    expect((await request(`${cloud.url}/healthz`)).status).toBe(200);
    expect(await request(`${cloud.url}/readyz`)).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
    for (const answer of [
      await account.send('GET', `/runs/${runId}`),
      await account.send('POST', '/runs', toyRequest()),
      await account.send('GET', '/account'),
    ]) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    // The run ends while nobody can be told.
    cloud.gates.open('away');
    await postgres.start();
    await vi.waitFor(async () => expect((await request(`${cloud.url}/readyz`)).status).toBe(200), patience);
    await vi.waitFor(
      async () => expect((await account.send('GET', `/runs/${runId}`)).json.status).toBe('failed'),
      patience,
    );
    const log = await account.send('GET', `/runs/${runId}/logs`);
    expect(log.text.match(/"message":"before"/g)).toHaveLength(1);
    expect(log.text).toContain('event: end');
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('streams continue when the database is back', async () => {
    const account = await cloud.account();
    const runId = await account.run({ gate: 'reconnect' });
    await cloud.gates.arrival('reconnect');
    const other = await cloud.another({ workers: 0 });
    const waiting = at(other.url, account).send('GET', `/runs/${runId}?wait=30`);
    await cloud.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'service listener' and datname = current_database()",
    );
    await vi.waitFor(async () => {
      const before = performance.now();
      await at(other.url, account).send('GET', `/runs/${runId}?wait=0.05`);
      expect(performance.now() - before).toBeGreaterThan(40);
    }, patience);
    cloud.gates.open('reconnect');
    expect((await waiting).json.status).toBe('success');
    await other.close();
  });
});
