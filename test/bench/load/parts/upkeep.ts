import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../../cloud/store/database.ts';
import { JobQueue } from '../../../../cloud/store/job-queue.ts';
import { sweep } from '../../../../cloud/store/sweep.ts';
import { bytes, table, time } from '../distribution.ts';
import { type Loaded, startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { clusterUsage } from '../usage.ts';

/** Seconds without requests. */
const idle = 30;
/** Expired runs, and log lines of each. */
const old = 5_000;
const lines = 30;

/** The cost of an idle cloud, and of removing expired runs. */
export const upkeep: Part = {
  name: 'upkeep',
  title: `Idle for ${idle} s, and removing ${old.toLocaleString('en')} expired runs with ${lines} log lines each`,
  async measure(signal) {
    const rows: (string | number)[][] = [];
    for (const workers of [1, 4]) {
      await using loaded = await startLoaded({ servers: 1, workers, slots: 4 }, signal);
      rows.push([workers, ...(await idleCost(loaded))]);
    }
    const idleTable = table(
      ['workers with 4 slots', 'transactions per second', 'PostgreSQL CPU', 'server CPU', 'CPU of a worker'],
      rows,
    );
    await using loaded = await startLoaded({ servers: 1, workers: 0 }, signal);
    return `${idleTable}\n\n${await sweepCost(loaded)}`;
  },
};

async function idleCost({ cluster }: Loaded): Promise<string[]> {
  // Wait until the start is complete.
  await delay(5_000);
  const { seconds, transactions, cpu } = await clusterUsage(cluster, () => delay(idle * 1000));
  const share = (used: number) => `${((100 * used) / seconds).toFixed(1)} %`;
  return [
    (transactions / seconds).toFixed(1),
    share(cpu.database),
    share(cpu.servers),
    share(cpu.workers / cluster.workers.length),
  ];
}

async function sweepCost({ cluster }: Loaded): Promise<string> {
  const { database } = cluster;
  await makeOldRuns(database);
  const queue = await JobQueue.start({ database, onError: () => {} });
  let sweeps = 0;
  const { seconds, cpu, wal } = await clusterUsage(cluster, async () => {
    while ((await countRuns(database)) > 0) {
      await sweep(database.kysely, queue, { keepDays: 30 });
      sweeps += 1;
      if (sweeps > old) throw new Error('the sweeps remove nothing');
    }
  });
  await queue.stop();
  return table(
    ['runs removed per second', 'sweeps', 'PostgreSQL CPU per run', 'write-ahead log per run'],
    [[(old / seconds).toFixed(0), sweeps, time((cpu.database / old) * 1000), bytes(wal / old)]],
  );
}

async function makeOldRuns({ kysely }: Database): Promise<void> {
  // Limited by the statement timeout.
  const batch = 500;
  for (let made = 0; made < old; made += batch) {
    await sql`
      with made as (
        insert into runs (id, account_id, job_id, project_type, timeout, cost, status, web_token, finished_at, verification)
        select gen_random_uuid(), (select min(id) from accounts), gen_random_uuid(), 'paced', 60, 1, 'success', 'x',
          now() - interval '40 days', repeat(md5(random()::text), 100)
        from generate_series(1, ${batch}::int)
        returning id
      )
      insert into run_logs (run_id, seq, level, message)
      select id, seq, 'info', md5(random()::text) from made, generate_series(1, ${lines}::int) as seq`.execute(kysely);
  }
  await sql`analyze`.execute(kysely);
}

async function countRuns({ kysely }: Database): Promise<number> {
  const { runs } = await kysely.selectFrom('runs').select(sql<number>`count(*)`.as('runs')).executeTakeFirstOrThrow();
  return runs;
}
