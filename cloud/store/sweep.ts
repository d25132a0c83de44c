import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobQueue } from './job-queue.ts';
import type { Tables } from './tables.ts';
import { idTokenLifetime } from './trusted-repositories.ts';

/** Rows per statement, to keep locks short. */
const batchSize = 500;
/** Batches per sweep. */
const maxBatches = 40;

/**
 * Removes expired runs with their logs and uploads, expired Idempotency-Keys and logins of devices, API keys that have been
 * invalid for as long as runs are kept, and old deliveries, and requeues runs without a job. Safe to run in several processes.
 * @param keepDays days for which a finished run is kept
 */
export async function sweep(db: Kysely<Tables>, queue: JobQueue, { keepDays }: { keepDays: number }): Promise<void> {
  const expiry = sql`now() - make_interval(days => ${keepDays}::int)`;
  await remove(db, 'runs', sql`finished_at < ${expiry}`);
  await remove(db, 'idempotency_keys', sql`created_at < now() - interval '24 hours'`);
  // Those of ID tokens as soon as the token cannot be used again.
  const ended = sql`least(revoked_at, expires_at)`;
  const isUnused = sql`${ended} < now() - ${idTokenLifetime}::interval`;
  await remove(db, 'api_keys', sql`${isUnused} and (id_token is not null or ${ended} < ${expiry})`);
  await remove(db, 'webhook_deliveries', sql`created_at < ${expiry}`);
  await remove(db, 'device_logins', sql`expires_at < now() - interval '1 hour'`);
  await requeueLostRuns(db, queue);
}

/** Removes the rows of a table that meet a condition, in batches; those that are locked later. */
async function remove(db: Kysely<Tables>, table: keyof Tables, condition: RawBuilder<unknown>): Promise<void> {
  const rows = sql`select ctid from ${sql.table(table)} where ${condition} limit ${batchSize} for update skip locked`;
  for (let done = 0; done < maxBatches; done++) {
    const removed = await sql`delete from ${sql.table(table)} where ctid = any(array(${rows}))`.execute(db);
    if ((removed.numAffectedRows ?? 0n) < batchSize) return;
  }
}

/** Jobs may be lost when the queue is emptied by hand or restored from a backup. */
async function requeueLostRuns(db: Kysely<Tables>, queue: JobQueue): Promise<void> {
  const open = await db
    // Materialized: because of the limit, the planner would otherwise scan all runs instead of using the index of open ones.
    .with(
      (cte) => cte('open').materialized(),
      (query) =>
        query
          .selectFrom('runs')
          .select(['id', 'job_id', 'timeout', 'turn', 'number', 'created_at'])
          .where('status', 'in', ['queued', 'running']),
    )
    .selectFrom('open')
    .select(['id', 'job_id', 'timeout', 'turn'])
    .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('number')
    .limit(batchSize)
    .execute();
  for (const { id, job_id, timeout, turn } of open) {
    if (await queue.has(job_id)) continue;
    await db.transaction().execute(async (trx) => {
      const unchanged = await trx
        .selectFrom('runs')
        .select('id')
        .where('id', '=', id)
        .where('job_id', '=', job_id)
        .where('status', 'in', ['queued', 'running'])
        .forUpdate()
        .executeTakeFirst();
      if (!unchanged) return;
      const job = await queue.send(trx, id, timeout, turn);
      await trx.updateTable('runs').set({ job_id: job }).where('id', '=', id).execute();
    });
  }
}
