import { type Kysely, sql } from 'kysely';
import type { JobQueue } from './job-queue.ts';
import type { Tables } from './tables.ts';
import { idTokenLifetime } from './trusted-repositories.ts';

/** Rows per statement, to keep locks short. */
const batchSize = 500;
/** Batches per sweep. */
const maxBatches = 40;

/**
 * Removes expired runs and Idempotency-Keys, API keys that have been invalid for as long, and old deliveries, and requeues runs without a job. Safe to run in several processes.
 * @param keepDays days for which a finished run is kept
 */
export async function sweep(db: Kysely<Tables>, queue: JobQueue, { keepDays }: { keepDays: number }): Promise<void> {
  await inBatches(() => removeRuns(db, keepDays));
  await inBatches(() => removeKeys(db));
  await inBatches(() => removeApiKeys(db, keepDays));
  await inBatches(() => removeDeliveries(db, keepDays));
  await db.deleteFrom('device_logins').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
  await requeueLostRuns(db, queue);
}

/** @param remove removes up to one batch and returns the number of rows */
async function inBatches(remove: () => Promise<bigint>): Promise<void> {
  for (let done = 0; done < maxBatches; done++) if ((await remove()) < batchSize) return;
}

/** Removes expired runs with their logs and uploads. */
async function removeRuns(db: Kysely<Tables>, keepDays: number): Promise<bigint> {
  const removed = await db
    .deleteFrom('runs')
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('runs')
        .select('id')
        .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${keepDays}::int)`)
        .limit(batchSize)
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
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple('account_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return removed.numDeletedRows;
}

/** Removes API keys that were revoked or have expired; those of ID tokens as soon as the token cannot be used again. */
async function removeApiKeys(db: Kysely<Tables>, keepDays: number): Promise<bigint> {
  const removed = await db
    .deleteFrom('api_keys')
    .where('id', 'in', (keys) =>
      keys
        .selectFrom('api_keys')
        .select('id')
        .where(sql<Date>`least(revoked_at, expires_at)`, '<', sql<Date>`now() - ${idTokenLifetime}::interval`)
        .where(({ eb, or }) =>
          or([
            eb('id_token', 'is not', null),
            eb(
              sql<Date>`least(revoked_at, expires_at)`,
              '<',
              sql<Date>`now() - make_interval(days => ${keepDays}::int)`,
            ),
          ]),
        )
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return removed.numDeletedRows;
}

/** Removes webhook deliveries as old as expired runs. */
async function removeDeliveries(db: Kysely<Tables>, keepDays: number): Promise<bigint> {
  const removed = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (deliveries) =>
      deliveries
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keepDays}::int)`)
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return removed.numDeletedRows;
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
