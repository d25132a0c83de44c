import { sql } from 'kysely';
import { bytes, medianAndTail, quantile, table, time } from '../distribution.ts';
import { startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { passingNodeRequests } from '../passing-node.ts';
import { createRuns, type Ends, endsOf, expectAll } from '../runs.ts';
import { storageTable, tableSizes } from '../table-sizes.ts';
import { clusterUsage, type Usage } from '../usage.ts';

const runs = 24;

/** The cost of a real verification with all checks, and its storage in the database. */
export const realRuns: Part = {
  name: 'real-runs',
  title: `${runs} verifications of a small real node, all checks: 1 server, 1, 2 and 4 workers with 1 slot each`,
  async measure(signal) {
    const bodyOf = await passingNodeRequests();
    let made = 0;
    const body = () => bodyOf(made++);
    await using loaded = await startLoaded({ servers: 1, workers: 0, slots: 1 }, signal);
    const { cluster, client, urls } = loaded;
    const verifyAll = async (many: number) => {
      const ends = await endsOf(cluster.database, await createRuns(client, urls, { runs: many, clients: 2, body }));
      expectAll(ends, 'success');
      return ends;
    };
    const cpu = (seconds: number) => time((seconds / runs) * 1000);
    const rows: (string | number)[][] = [];
    let before = new Map<string, number>();
    let usage: Usage | undefined;
    for (const count of [1, 2, 4]) {
      while (cluster.workers.length < count) await cluster.addWorker();
      // Warm-up.
      await verifyAll(2 * count);
      before = await tableSizes(cluster.database);
      let ends: Ends | undefined;
      usage = await clusterUsage(cluster, async () => {
        ends = await verifyAll(runs);
      });
      const { span = Number.NaN, results = [], waits = [] } = ends ?? {};
      const took = results.map((result, index) => result - (waits[index] ?? Number.NaN));
      const { workers, servers, database } = usage.cpu;
      rows.push([
        count,
        ((runs * 60_000) / span).toFixed(0),
        ...medianAndTail(took),
        ...[workers, servers, database].map(cpu),
      ]);
    }
    if (!usage) throw new Error('nothing was measured');
    const after = await tableSizes(cluster.database);
    const lines = await linesOf(cluster.database.kysely);
    const head = ['workers', 'runs per minute', 'start → result p50', 'p95'];
    const figures = table([...head, 'CPU per run: worker and its child processes', 'server', 'PostgreSQL'], rows);
    const each = (count: number) => (count / runs).toFixed(0);
    const written = table(
      [
        'request',
        'log lines per run',
        'rows written per run',
        'transactions per run',
        'writing ones',
        'write-ahead log per run',
      ],
      [
        [
          bytes(Buffer.byteLength(bodyOf(0))),
          quantile(lines, 0.5),
          each(usage.rows),
          each(usage.transactions),
          each(usage.commits),
          bytes(usage.wal / runs),
        ],
      ],
    );
    const memory = `Memory: server ${bytes(usage.memory.server)}, worker ${bytes(usage.memory.worker)} without sandboxed processes.`;
    return `${figures}\n\n${written}\n\nStorage per run, in whole pages; \`burst\` is more exact:\n\n${storageTable(before, after, runs)}\n\n${memory}`;
  },
};

async function linesOf(db: Parameters<ReturnType<typeof sql<{ lines: number }>>['execute']>[0]): Promise<number[]> {
  const { rows } = await sql<{ lines: number }>`select last_seq as lines from runs`.execute(db);
  return rows.map(({ lines }) => lines);
}
