import { pacedRequest } from '../../cluster/paced-plugin.ts';
import { medianAndTail, table, time } from '../distribution.ts';
import { type Loaded, startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { createRuns, endsOf, expectAll } from '../runs.ts';
import { clusterUsage } from '../usage.ts';

const runs = 200;
const slots = 4;
const watched = 10;
const body = JSON.stringify(pacedRequest({ steps: 10, milliseconds: 50, errors: 0 }));

/** Throughput with more workers, for runs that mostly wait. */
export const workers: Part = {
  name: 'workers',
  title: `Workers with ${slots} slots: ${runs} runs of half a second each, 2 servers, ${watched} logs watched`,
  async measure(signal) {
    await using loaded = await startLoaded({ servers: 2, workers: 1, slots }, signal);
    const { cluster } = loaded;
    const rows: (string | number)[][] = [];
    for (const count of [1, 2, 4]) {
      while (cluster.workers.length < count) await cluster.addWorker();
      rows.push([count, ...(await runAll(loaded))]);
    }
    const head = ['workers', 'runs per second', 'create p50', 'p95', 'line written → received p50', 'p95'];
    return table([...head, 'create → result p50', 'p95', 'CPU per run: servers, workers, PostgreSQL'], rows);
  },
};

async function runAll({ cluster, client, urls }: Loaded): Promise<string[]> {
  let figures: string[] = [];
  const usage = await clusterUsage(cluster, async () => {
    figures = await createAndWatch({ cluster, client, urls });
  });
  const { servers, workers, database } = usage.cpu;
  return [...figures, [servers, workers, database].map((seconds) => time((seconds / runs) * 1000)).join(', ')];
}

async function createAndWatch({ cluster, client, urls }: Pick<Loaded, 'cluster' | 'client' | 'urls'>) {
  const created = await createRuns(client, urls, { runs, clients: 8, body });
  // The last ones, which have not started yet.
  const watching = created.slice(-watched).map(async (run, index) => {
    let open = Number.POSITIVE_INFINITY;
    const lines = await client.watch(urls[index % urls.length] ?? '', run, () => {
      open = Date.now();
    });
    return lines.filter((line) => line.written > open).map((line) => line.delay);
  });
  const ends = await endsOf(cluster.database, created);
  expectAll(ends, 'success');
  return [
    (runs / (ends.span / 1000)).toFixed(1),
    ...medianAndTail(created.map(({ took }) => took)),
    ...medianAndTail((await Promise.all(watching)).flat()),
    ...medianAndTail(ends.results),
  ];
}
