import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { service } from '../../cli/service-process.ts';
import { start, toyModule } from '../started-process.ts';
import { type Account, api, request, startTestCloud, type TestCloud } from './test-cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ workers: 1 });
});
afterAll(() => cloud.close());

const patience = { timeout: 600_000, interval: 50 };

/** The values of a process's metrics, by name and labels. */
async function metricsOf(url: string): Promise<Map<string, number>> {
  const { text } = await request(`${url}/metrics`);
  const lines = text.split('\n').filter((line) => line.startsWith('service_'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Waits until metrics have grown by so much because of what is done: a run is counted just after its end is stored. */
async function expectGrowth(expected: Record<string, number>, act: () => Promise<void>): Promise<void> {
  const before = await metricsOf(cloud.url);
  await act();
  await vi.waitFor(async () => {
    const after = await metricsOf(cloud.url);
    const grown = Object.keys(expected).map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]);
    expect(Object.fromEntries(grown)).toEqual(expected);
  }, patience);
}

const requests = `service_http_request_duration_seconds_count{method="POST",route="${api}/runs",status="201"}`;
const ended = (status: string) => `service_runs_ended_total{status="${status}"}`;

it('count runs, requests and credits, and time each check that ran', async () => {
  const account = await cloud.account();
  const expected = {
    service_runs_created_total: 4,
    [ended('success')]: 1,
    [ended('failed')]: 1,
    [ended('rejected')]: 2,
    service_credits_charged_total: 2,
    service_credits_refunded_total: 2,
    [requests]: 4,
    'service_check_duration_seconds_count{check="toy"}': 2,
  };
  await expectGrowth(expected, async () => {
    await account.ended(await account.run());
    await account.ended(await account.run({ findings: 1 }));
    const running = await account.run({ forever: true });
    await vi.waitFor(
      async () => expect((await account.send('GET', `/runs/${running}`)).json.status).toBe('running'),
      patience,
    );
    // One that has not started is ended by the server, one at work by its worker.
    const queued = await account.run();
    for (const runId of [queued, running]) await account.send('POST', `/runs/${runId}/cancel`);
    await account.ended(running);
  });
});

it('say how much is at work, waits, is held and is watched', async () => {
  const account = await cloud.account();
  const running = await account.run({ gate: 'measured' });
  await cloud.gates.arrival('measured');
  const queued = await account.run();
  const stream = await watch(account, running);
  const waiting = account.send('GET', `/runs/${queued}?wait=30`);
  const expected = {
    'service_runs{status="running"}': 1,
    'service_runs{status="queued"}': 1,
    service_credits_held: 2,
    service_worker_slots: 1,
    service_worker_slots_busy: 1,
    'service_watchers{kind="log"}': 1,
    'service_watchers{kind="wait"}': 1,
    service_database_connections_waiting: 0,
  };
  await vi.waitFor(
    async () => expect(Object.fromEntries(await metricsOf(cloud.url))).toMatchObject(expected),
    patience,
  );
  const metrics = await metricsOf(cloud.url);
  expect(metrics.get('service_queue_age_seconds')).toBeGreaterThan(0);
  const connections = ['busy', 'idle'].map((state) => metrics.get(`service_database_connections{state="${state}"}`));
  expect(connections.reduce((sum = 0, count = 0) => sum + count)).toBeGreaterThan(0);
  stream.abort();
  cloud.gates.open('measured');
  await waiting;
  await account.ended(queued);
  await vi.waitFor(async () => {
    const after = await metricsOf(cloud.url);
    expect([after.get('service_worker_slots_busy'), after.get('service_watchers{kind="log"}')]).toEqual([0, 0]);
  }, patience);
});

it('of a worker have a separate address, with its health', async () => {
  const env = { DATABASE_URL: cloud.databaseUrl };
  const args = ['worker', '--workers', '3', '--plugin', toyModule, '--isolation', 'permission'];
  const worker = await start([...args, '--metrics-port', '0'], { ready: 'Waiting for runs', env });
  const url = /^Metrics at (http:\/\/127\.0\.0\.1:\d+)\/metrics$/.exec(worker.lines[0] ?? '')?.[1] ?? expect.fail();
  expect((await metricsOf(url)).get('service_worker_slots')).toBe(3);
  for (const path of ['/healthz', '/readyz']) {
    expect(await request(`${url}${path}`)).toMatchObject({ status: 200, json: { status: 'ok' } });
  }
  expect(await request(`${url}${api}/account`)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  const taken = await service([...args, '--metrics-port', new URL(url).port, '--database-url', cloud.databaseUrl]);
  expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('ADDRESS_UNUSABLE') });
  worker.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ exitCode: 0 });
});

async function watch({ key }: Account, runId: string): Promise<AbortController> {
  const gone = new AbortController();
  await fetch(`${cloud.url}${api}/runs/${runId}/logs`, {
    headers: { authorization: `Bearer ${key}` },
    signal: gone.signal,
  });
  return gone;
}
