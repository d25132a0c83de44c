import { setTimeout as delay } from 'node:timers/promises';
import { pacedRequest } from '../../cluster/paced-plugin.ts';
import type { Created, LoadClient } from '../client.ts';
import { bytes, medianAndTail, table } from '../distribution.ts';
import { type Loaded, startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { endsOf, expectAll } from '../runs.ts';
import { clusterUsage } from '../usage.ts';
import { watchInThread } from '../watch-in-thread.ts';
import type { Watched } from '../watching-shapes.ts';

const steps = 60;
const pace = 200;
/** Milliseconds between creates. */
const between = 100;
const watched = JSON.stringify(pacedRequest({ steps, milliseconds: pace, errors: 0 }));
const other = JSON.stringify(pacedRequest({ steps: 5, milliseconds: 5, errors: 0 }));

/** The latency of creates and of log lines for different numbers of watchers. */
export const watchers: Part = {
  name: 'watchers',
  title: `Watchers of one log with ${1000 / pace} lines per second: 2 servers, 2 workers with 4 slots each, ${1000 / between} creates per second`,
  async measure(signal) {
    await using loaded = await startLoaded({ servers: 2, workers: 2, slots: 4 }, signal);
    await watchOne(loaded, 1);
    const rows: (string | number)[][] = [];
    for (const count of [1, 10, 100, 1_000]) rows.push(await watchOne(loaded, count));
    return table(
      [
        'watchers',
        'lines per second',
        'line written → received p50',
        'p95',
        'create p50',
        'p95',
        'CPU of both servers',
        'memory per server',
      ],
      rows,
    );
  },
};

async function watchOne({ cluster, client, urls }: Loaded, count: number): Promise<(string | number)[]> {
  const { runId, key } = await client.create(urls[0] ?? '', watched);
  let took: number[] = [];
  let seen: Watched = { lines: 0, delays: [] };
  const usage = await clusterUsage(cluster, async () => {
    const watching = new AbortController();
    const [created, all] = await Promise.all([
      createSteadily(client, urls, watching.signal),
      watchInThread({ urls, runId, key, watchers: count }).finally(() => watching.abort()),
    ]);
    seen = all;
    took = created.map((one) => one.took);
    expectAll(await endsOf(cluster.database, created), 'success');
  });
  return [
    count,
    (seen.lines / usage.seconds).toFixed(0),
    ...medianAndTail(seen.delays),
    ...medianAndTail(took),
    `${((100 * usage.cpu.servers) / usage.seconds).toFixed(0)} %`,
    bytes(usage.memory.server),
  ];
}

/** Creates runs at a fixed rate, without waiting for responses. */
async function createSteadily(client: LoadClient, urls: readonly string[], signal: AbortSignal) {
  const creates: Promise<Created>[] = [];
  for (let next = 0; !signal.aborted; next++) {
    const create = client.create(urls[next % urls.length] ?? '', other);
    // Handled below.
    create.catch(() => {});
    creates.push(create);
    await delay(between, undefined, { signal }).catch(() => {});
  }
  return Promise.all(creates);
}
