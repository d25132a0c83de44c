import { sql } from 'kysely';
import type { Cluster } from '../cluster/cluster.ts';
import { costOf, parentOf } from './process-cost.ts';

/** Resources that a cluster used. */
export interface Usage {
  seconds: number;
  /** Seconds of processor time. */
  cpu: { servers: number; workers: number; database: number };
  /** Bytes of write-ahead log, and growth of the database. */
  wal: number;
  grown: number;
  /** Rows written, transactions, and writing transactions, from the statistics of the database. */
  rows: number;
  transactions: number;
  commits: number;
  /** Resident memory at the end of the largest server and the largest worker, in bytes. */
  memory: { server: number; worker: number };
}

/** Measures the resources that a cluster uses during some work. */
export async function clusterUsage(cluster: Cluster, work: () => Promise<void>): Promise<Usage> {
  const before = await sample(cluster);
  await work();
  const after = await sample(cluster);
  const part = (name: 'servers' | 'workers' | 'database') => after.cpu[name] - before.cpu[name];
  return {
    seconds: (after.at - before.at) / 1000,
    cpu: { servers: part('servers'), workers: part('workers'), database: part('database') },
    wal: after.wal - before.wal,
    grown: after.size - before.size,
    rows: after.rows - before.rows,
    transactions: after.transactions - before.transactions,
    commits: after.commits - before.commits,
    memory: after.memory,
  };
}

async function sample({ database, servers, workers }: Cluster) {
  const { rows } = await sql<{
    wal: number;
    size: number;
    rows: number;
    transactions: number;
    commits: number;
    backend: number;
  }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as wal,
      pg_database_size(current_database())::float as size,
      (tup_inserted + tup_updated + tup_deleted)::float as rows,
      (xact_commit + xact_rollback)::float as transactions,
      pg_current_xact_id()::text::float as commits,
      pg_backend_pid() as backend
    from pg_stat_database where datname = current_database()`.execute(database.kysely);
  const [figures] = rows;
  if (!figures) throw new Error('the database has no statistics');
  const costs = (pids: readonly number[]) => pids.map(costOf);
  const serverCosts = costs(servers.map(({ pid }) => pid));
  const workerCosts = costs(workers.map(({ pid }) => pid));
  return {
    ...figures,
    at: performance.now(),
    cpu: {
      servers: cpuOf(serverCosts),
      workers: cpuOf(workerCosts),
      database: costOf(parentOf(figures.backend)).cpu,
    },
    memory: { server: largest(serverCosts), worker: largest(workerCosts) },
  };
}

const cpuOf = (costs: readonly { cpu: number }[]) => costs.reduce((sum, { cpu }) => sum + cpu, 0);
const largest = (costs: readonly { memory: number }[]) => Math.max(0, ...costs.map(({ memory }) => memory));
