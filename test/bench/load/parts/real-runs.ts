import { sql } from 'kysely';
import { bytes, medianAndTail, quantile, table, time } from '../distribution.ts';
import { startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { passingNodeRequests } from '../passing-node.ts';
import { createRuns, endsOf, expectAll } from '../runs.ts';
import { keptTable, tableSizes } from '../table-sizes.ts';
import { usageOf } from '../usage.ts';

const runs = 24;

/** What a real verification costs, by all checks of an n8n node, and what of it stays in the database. */
export const realRuns: Part = {
  name: 'real-runs',
  title: `${runs} verifications of a small real node, all checks: 1 server, 2 workers of 1 slot`,
  async measure(signal) {
    const bodyOf = await passingNodeRequests();
    let made = 0;
    const body = () => bodyOf(made++);
    await using loaded = await startLoaded({ servers: 1, workers: 2, slots: 1 }, signal);
    const { cluster, client, urls } = loaded;
    const verifyAll = async (many: number) => {
      const ends = await endsOf(cluster.database, await createRuns(client, urls, { runs: many, clients: 2, body }));
      expectAll(ends, 'success');
      return ends;
    };
    // The first of each worker compiles and reads the disk.
    await verifyAll(4);
    const before = await tableSizes(cluster.database);
    let ends = { span: Number.NaN, took: [Number.NaN], results: [Number.NaN] };
    const usage = await usageOf(cluster, async () => {
      const { span, results, waits } = await verifyAll(runs);
      ends = { span, results, took: results.map((result, index) => result - (waits[index] ?? Number.NaN)) };
    });
    const after = await tableSizes(cluster.database);
    const lines = await linesOf(cluster.database.kysely);
    const cpu = (seconds: number) => time((seconds / runs) * 1000);
    const figures = table(
      ['runs a minute', 'start → result p50', 'p95', 'CPU a run: worker and its children', 'server', 'PostgreSQL'],
      [
        [
          ((runs * 60_000) / ends.span).toFixed(0),
          ...medianAndTail(ends.took),
          cpu(usage.cpu.workers),
          cpu(usage.cpu.servers),
          cpu(usage.cpu.database),
        ],
      ],
    );
    const each = (count: number) => (count / runs).toFixed(0);
    const written = table(
      ['request', 'log lines a run', 'rows written a run', 'transactions a run', 'that write', 'write-ahead log a run'],
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
    const memory = `Memory in use: server ${bytes(usage.memory.server)}, worker ${bytes(usage.memory.worker)} without the children of its sandbox.`;
    return `${figures}\n\n${written}\n\nWhat stays of a run, to the size of a page; \`burst\` tells the rest:\n\n${keptTable(before, after, runs)}\n\n${memory}`;
  },
};

async function linesOf(db: Parameters<ReturnType<typeof sql<{ lines: number }>>['execute']>[0]): Promise<number[]> {
  const { rows } = await sql<{ lines: number }>`select last_seq as lines from runs`.execute(db);
  return rows.map(({ lines }) => lines);
}
