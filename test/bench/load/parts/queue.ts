import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createAccount } from '../../../../cloud/store/accounts.ts';
import { createRun } from '../../../../cloud/store/create-run.ts';
import { JobQueue } from '../../../../cloud/store/job-queue.ts';
import { migrate } from '../../../../cloud/store/migrations.ts';
import { openDatabase } from '../../../../cloud/store/open-database.ts';
import { finishAttempt, startAttempt } from '../../../../cloud/store/run-attempts.ts';
import type { Tables } from '../../../../cloud/store/tables.ts';
import type { Verification } from '../../../../kernel/result.ts';
import { startCluster } from '../../cluster/cluster.ts';
import { medianAndTail, table, time } from '../distribution.ts';
import type { Part } from '../part.ts';
import { clusterUsage } from '../usage.ts';

/** Runs of the account that queues before all others, and of each other account. */
const many = 1_000;
const few = 9;
const others = 999;
/** Runs that have ended when one more account creates its first. */
const joinsAfter = 2_000;
const concurrency = 16;

const newRun = { projectType: 'none', packageRef: 'n8n-nodes-none', timeout: 60 };
const verification: Verification = {
  projectType: 'none',
  packageName: 'n8n-nodes-none',
  status: 'success',
  passed: true,
  summary: '0 of 0 checks passed',
  checks: [],
};

const count = (number: number) => number.toLocaleString('en');

/** A full queue of many accounts: who waits for whom. The runs end at once. */
export const queue: Part = {
  name: 'queue',
  title: `${count(many + few * others)} queued runs of ${count(others + 1)} accounts, one of which queued ${count(many)} first: the queue without verifications`,
  async measure(signal) {
    await using cluster = await startCluster({ servers: 0, workers: 0, durable: true });
    await using opened = new AsyncDisposableStack();
    const database = await openDatabase({ url: cluster.databaseUrl }, { pool: concurrency + 4, onError: () => {} });
    opened.defer(() => database.close());
    const db = database.kysely;
    await migrate(db);
    const jobs = await JobQueue.start({ database, onError: () => {} });
    opened.defer(() => jobs.stop());
    const account = async () => (await createAccount(db, { name: 'bench', credits: many, concurrency: many })).id;
    const createAll = async (accounts: readonly string[]) => {
      const took: number[] = [];
      const rest = accounts.values();
      const work = async () => {
        for (const accountId of rest) {
          signal.throwIfAborted();
          const start = performance.now();
          await createRun(db, jobs, { accountId, newRun, cost: 1 });
          took.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      return took;
    };
    const first = await account();
    const rest: string[] = [];
    while (rest.length < others) rest.push(await account());
    const early = await createAll(Array.from({ length: many }, () => first));
    const created = await createAll(Array.from({ length: few }, () => rest).flat());
    const runs = many + few * others + 1;
    const usage = await clusterUsage(cluster, async () => {
      await jobs.work(concurrency, async (id) => {
        const attempt = await startAttempt(db, id);
        if (attempt) await finishAttempt(db, attempt, verification);
      });
      await untilEnded(db, joinsAfter, signal);
      await createAll([await account()]);
      await untilEnded(db, runs, signal);
      await jobs.stopWorking();
    });
    const rows = await startOrder(db);
    const groups = [
      [`queued ${count(many)} first`, many],
      [`each of ${others} accounts with ${few} runs`, few],
      [`joined with one run after ${count(joinsAfter)} had ended`, 1],
    ] as const;
    const order = table(
      ['account', 'its first run started as number', 'its last run', 'wait for the first result p50', 'p95'],
      groups.map(([name, size]) => {
        const accounts = rows.filter((row) => row.runs === size);
        const waits = medianAndTail(accounts.map(({ wait }) => wait));
        return [name, range(accounts.map((one) => one.first)), range(accounts.map((one) => one.last)), ...waits];
      }),
    );
    const costs = table(
      [
        'runs per second',
        'PostgreSQL CPU per run',
        `create p50 of the first ${count(many)}`,
        'p95',
        'of the others p50',
        'p95',
      ],
      [
        [
          (runs / usage.seconds).toFixed(0),
          time((usage.cpu.database / runs) * 1000),
          ...medianAndTail(early),
          ...medianAndTail(created),
        ],
      ],
    );
    return `${order}\n\n${costs}`;
  },
};

function range(values: readonly number[]): string {
  const [least, most] = [count(Math.min(...values)), count(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
}

async function untilEnded(db: Kysely<Tables>, runs: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { ended } = await db
      .selectFrom('runs')
      .select(sql<number>`count(finished_at)`.as('ended'))
      .executeTakeFirstOrThrow();
    if (ended >= runs) return;
    await delay(200, undefined, { signal });
  }
}

/** For each account: its runs, the places of its first and last one in the order of starts, and the wait for its first result in ms. */
async function startOrder(db: Kysely<Tables>) {
  const { rows } = await sql<{ runs: number; first: number; last: number; wait: number }>`
    with started as (
      select *, row_number() over (order by started_at) as place, min(started_at) over () as since from runs
    )
    select count(*)::int as runs, min(place)::int as first, max(place)::int as last,
      extract(epoch from min(finished_at) - greatest(min(created_at), min(since)))::float * 1000 as wait
    from started group by account_id`.execute(db);
  return rows;
}
