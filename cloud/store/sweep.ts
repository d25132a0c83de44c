import { type Kysely, sql } from 'kysely';
import type { JobQueue } from './job-queue.ts';
import type { Tables } from './tables.ts';

/** Rows removed at a time: what others wait for. */
const batch = 500;

/**
 * Removes what is kept no longer, and queues runs again that have lost their job. Any number of processes may do it.
 * @param keepDays for how long a finished run is kept
 */
export async function sweep(db: Kysely<Tables>, queue: JobQueue, { keepDays }: { keepDays: number }): Promise<void> {
  await db
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
    .execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute();
  await queueLostRuns(db, queue);
}

/** A queue that was emptied by hand or restored from elsewhere must not leave runs that nobody will ever start. */
async function queueLostRuns(db: Kysely<Tables>, queue: JobQueue): Promise<void> {
  const open = await db
    .selectFrom('runs')
    .select(['id', 'job_id', 'timeout'])
    .where('status', 'in', ['queued', 'running'])
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
