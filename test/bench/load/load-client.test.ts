import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { startTestCloud, toyRequest } from '../../cloud/server/test-cloud.ts';
import { LoadClient } from './client.ts';
import { bytes, quantile, time } from './distribution.ts';
import { createRuns, endsOf, expectAll } from './runs.ts';

describe('the load harness', () => {
  it('creates runs on several servers, streams their logs and waits for their end', async () => {
    const cloud = await startTestCloud();
    onTestFinished(() => cloud.close());
    const other = await cloud.another({ workers: 0 });
    onTestFinished(() => other.close());
    const keys = [await cloud.account({ concurrency: 50 }), await cloud.account({ concurrency: 50 })].map(
      ({ key }) => key,
    );
    const client = new LoadClient(keys);
    onTestFinished(() => client.close());
    const urls = [cloud.url, other.url];
    const body = JSON.stringify(toyRequest({ log: ['one', 'two'], times: 20 }));
    const created = await createRuns(client, urls, { runs: 3, clients: 2, body });
    expect(new Set(created.map(({ runId }) => runId)).size).toBe(3);
    const logs = await Promise.all(created.flatMap((run) => urls.map((url) => client.watch(url, run, () => {}))));
    // `watch` throws if a log is incomplete or out of order.
    for (const lines of logs) expect(lines.length).toBeGreaterThan(40);
    const database = await openDatabase({ url: cloud.databaseUrl }, { pool: 2, onError: () => {} });
    onTestFinished(() => database.close());
    const ends = await endsOf(database, created);
    expect(ends.statuses).toEqual({ success: 3 });
    expect(() => expectAll(ends, 'failed')).toThrow('not all runs ended with status failed');
    const lost = { ...created[0], runId: '00000000-0000-4000-8000-000000000000', key: '', took: 0, refused: 0 };
    await expect(endsOf(database, [lost])).rejects.toThrow('1 acknowledged runs do not exist');
  });

  const line = (seq: number) => `id: ${seq}\nevent: log\ndata: {"seq":${seq},"time":"2026-01-01T00:00:00.000Z"}\n\n`;
  const end = (lastSeq: number) => `event: end\ndata: {"status":"success","lastSeq":${lastSeq}}\n\n`;
  it.each([
    ['a missing line', line(1) + line(3) + end(3), 'line 3 came after line 1'],
    ['a repeated line', line(1) + line(1) + end(1), 'line 1 came after line 1'],
    ['missing lines at the end', line(1) + end(2), 'broke off after line 1'],
    ['a missing end', line(1), 'broke off after line 1'],
  ])('detects %s', async (_, events, message) => {
    const server = createServer((_request, response) => response.end(events)).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) expect.fail();
    const client = new LoadClient(['key']);
    onTestFinished(() => client.close());
    const watching = client.watch(`http://127.0.0.1:${address.port}`, { runId: 'x', key: 'key' }, () => {});
    await expect(watching).rejects.toThrow(message);
  });

  it('formats figures', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(hundred, 0.5), quantile(hundred, 0.95), quantile([7], 0.95)]).toEqual([50, 95, 7]);
    expect([time(0.123), time(12.6), time(12_340)]).toEqual(['0.12 ms', '13 ms', '12.3 s']);
    expect([bytes(0), bytes(1_536), bytes(5 * 2 ** 30)]).toEqual(['0.00 B', '1.50 KiB', '5.00 GiB']);
  });
});
