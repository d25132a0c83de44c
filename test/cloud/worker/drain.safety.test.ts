import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startWorker } from '../../../cloud/start-worker.ts';
import { TcpProxy } from '../../bench/cluster/tcp-proxy.ts';
import { startTestCloud, type TestCloud } from '../server/test-cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ workers: 0 });
});
afterAll(() => cloud.close());

it('a worker that must stop while the database is unreachable stops, and leaves its run to another', async () => {
  const url = new URL(cloud.databaseUrl);
  const proxy = await TcpProxy.start(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  const start = (databaseUrl: string) =>
    startWorker({
      databaseUrl,
      plugins: [cloud.gates.plugin],
      settings: { drainSeconds: 0 },
      logger: pino({ enabled: false }),
      isolation: 'permission',
    });
  const client = await cloud.account();
  const worker = await start(url.href);
  const run = await client.run({ gate: 'middle' });
  await cloud.gates.arrival('middle');
  proxy.refusing = true;
  proxy.cut();
  await worker.close();
  cloud.gates.open('middle');
  const heir = await start(cloud.databaseUrl);
  onTestFinished(() => heir.close());
  await client.ended(run);
  const { json } = await client.send('GET', `/runs/${run}`);
  expect(json.status).toBe('success');
  const returned = ['grant 10', 'hold -1', 'charge 0'];
  await vi.waitFor(async () => expect(await cloud.ledger(client.id)).toEqual(returned), { timeout: 600_000 });
});
