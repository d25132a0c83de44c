import { type Kysely, sql } from 'kysely';
import type { JobQueue } from './job-queue.ts';
import type { Tables } from './tables.ts';

/** Rows removed at a time: what others wait for. */
const batch = 500;
/** How often in one sweep: so much that none falls behind, and so little that it ends. */
const mostBatches = 40;

/**
 * Removes what is kept no longer, and queues runs again that have lost their job. Any number of processes may do it.
 * @param keepDays for how long a finished run is kept
 */
export async function sweep(db: Kysely<Tables>, queue: JobQueue, { keepDays }: { keepDays: number }): Promise<void> {
  await inBatches(() => removeRuns(db, keepDays));
  await inBatches(() => removeKeys(db));
  await queueLostRuns(db, queue);
}

/** @param remove removes at most a batch, and tells how many it were */
async function inBatches(remove: () => Promise<bigint>): Promise<void> {
  for (let done = 0; done < mostBatches; done++) if ((await remove()) < batch) return;
}

/** With their logs and uploads. */
async function removeRuns(db: Kysely<Tables>, keepDays: number): Promise<bigint> {
  const removed = await db
    .deleteFrom('runs')
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('runs')
        .select('id')
        .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${keepDays}::int)`)
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return removed.numDeletedRows;
}

async function removeKeys(db: Kysely<Tables>): Promise<bigint> {
  const removed = await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'key'),
        'in',
        selectFrom('idempotency_keys')
          .select(['account_id', 'key'])
          .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
          .limit(batch)
          .forUpdate()
          .skipLocked()
          .$asTuple('account_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return removed.numDeletedRows;
}

/** A queue that was emptied by hand or restored from elsewhere must not leave runs that nobody will ever start. */
async function queueLostRuns(db: Kysely<Tables>, queue: JobQueue): Promise<void> {
  const open = await db
    // By itself: with a limit, the database takes open runs for frequent, and looks for them among all that there were.
    .with(
      (cte) => cte('open').materialized(),
      (query) =>
        query
          .selectFrom('runs')
          .select(['id', 'job_id', 'timeout', 'number', 'created_at'])
          .where('status', 'in', ['queued', 'running']),
    )
    .selectFrom('open')
    .select(['id', 'job_id', 'timeout'])
    .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('number')
    .limit(batch)
    .execute();
  for (const { id, job_id, timeout } of open) {
    if (await queue.has(job_id)) continue;
    await db.transaction().execute(async (trx) => {
      const same = await trx
        .selectFrom('runs')
        .select('id')
        .where('id', '=', id)
        .where('job_id', '=', job_id)
        .where('status', 'in', ['queued', 'running'])
        .forUpdate()
        .executeTakeFirst();
      if (!same) return;
      const job = await queue.send(trx, id, timeout);
      await trx.updateTable('runs').set({ job_id: job }).where('id', '=', id).execute();
    });
  }
}
