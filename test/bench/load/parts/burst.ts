import { pacedRequest } from '../../cluster/paced-plugin.ts';
import type { Created } from '../client.ts';
import { medianAndTail, table, time } from '../distribution.ts';
import { startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { createRuns, endsOf, expectAll } from '../runs.ts';
import { storageTable, tableSizes } from '../table-sizes.ts';
import { clusterUsage } from '../usage.ts';

const runs = 1_000;
const body = JSON.stringify(pacedRequest({ steps: 5, milliseconds: 5, errors: 0 }));

/** Many concurrent create-run requests; all runs must succeed. */
export const burst: Part = {
  name: 'burst',
  title: `A burst of ${runs.toLocaleString('en')} creates: 2 servers, 2 workers with 4 slots each`,
  async measure(signal) {
    const rows: (string | number)[][] = [];
    await using loaded = await startLoaded({ servers: 2, workers: 2, slots: 4 }, signal);
    const { cluster, client, urls } = loaded;
    await createRuns(client, urls, { runs: 50, clients: 4, body });
    const before = await tableSizes(cluster.database);
    const bursts = [16, runs];
    for (const clients of bursts) {
      const start = performance.now();
      let all = 0;
      let acknowledged: Created[] = [];
      let ends: Awaited<ReturnType<typeof endsOf>> | undefined;
      const usage = await clusterUsage(cluster, async () => {
        acknowledged = await createRuns(client, urls, { runs, clients, body });
        all = performance.now() - start;
        ends = await endsOf(cluster.database, acknowledged);
        expectAll(ends, 'success');
      });
      const each = (seconds: number) => `${((seconds / runs) * 1000).toFixed(1)} ms`;
      rows.push([
        clients === runs ? 'all concurrently' : `${clients} clients`,
        time(all),
        (runs / (all / 1000)).toFixed(0),
        ...medianAndTail(acknowledged.map(({ took }) => took)),
        acknowledged.reduce((sum, { refused }) => sum + refused, 0),
        time(ends?.span ?? Number.NaN),
        ...medianAndTail(ends?.results ?? []),
        [usage.cpu.servers, usage.cpu.workers, usage.cpu.database].map(each).join(', '),
      ]);
    }
    const head = [
      'clients',
      'all created',
      'creates per second',
      'create p50',
      'p95',
      '503 responses',
      'all ended',
      'result p50',
      'p95',
    ];
    const kept = storageTable(before, await tableSizes(cluster.database), bursts.length * runs);
    return `${table([...head, 'CPU per run: servers, workers, PostgreSQL'], rows)}\n\nStorage per run:\n\n${kept}`;
  },
};
