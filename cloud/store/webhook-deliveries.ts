import { type Kysely, type Selectable, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import type { Verification } from '../../kernel/result.ts';
import type { JobQueue } from './job-queue.ts';
import { newDeliveries, notify } from './notifications.ts';
import { randomText } from './random-text.ts';
import type { DeliveryStatus, Tables } from './tables.ts';

/** A message to a webhook about an ended run. */
export interface Delivery {
  id: string;
  number: number;
  runId: string;
  status: DeliveryStatus;
  attempts: number;
  /** HTTP status of the last response. */
  responseStatus?: number;
  /** Why the last attempt failed. */
  error?: string;
  createdAt: Date;
  attemptedAt?: Date;
}

/** How an attempt ended. */
export interface AttemptEnd {
  responseStatus?: number;
  /** Absent if the receiver accepted the message. */
  error?: string;
  /** The receiver wants no more of these messages (410 Gone). */
  gone?: boolean;
}

/** With delays that double from 10 seconds up to 4 hours, attempts go on for about a day. */
const maxAttempts = 14;
/** Deliveries for which jobs are made in one transaction. */
const batchSize = 100;

type EndedRun = Pick<
  Selectable<Tables['runs']>,
  'id' | 'account_id' | 'project_type' | 'package_name' | 'package_ref' | 'ref' | 'created_at' | 'finished_at'
>;

/** Adds a message for each webhook of the account, in the transaction that ends the run. */
export async function addDeliveries(
  trx: Kysely<Tables>,
  run: EndedRun,
  { status, passed, summary }: Verification,
): Promise<void> {
  const webhooks = await trx.selectFrom('webhooks').select('id').where('account_id', '=', run.account_id).execute();
  if (webhooks.length === 0) return;
  const body = JSON.stringify({
    type: 'run.ended',
    timestamp: run.finished_at,
    data: {
      runId: run.id,
      status,
      passed,
      summary,
      projectType: run.project_type,
      packageName: run.package_name ?? undefined,
      packageRef: run.package_ref ?? undefined,
      ref: run.ref ?? undefined,
      createdAt: run.created_at,
      finishedAt: run.finished_at,
    },
  });
  const rows = webhooks.map(({ id }) => ({ id: `msg_${randomText(24)}`, webhook_id: id, run_id: run.id, body }));
  await trx.insertInto('webhook_deliveries').values(rows).execute();
  await notify(trx, newDeliveries);
}

/**
 * Makes a job for each delivery that has none. Safe to run in several processes.
 * @param retrySeconds see `JobQueue.sendDelivery`
 */
export async function queueDeliveries(db: Kysely<Tables>, queue: JobQueue, retrySeconds: number): Promise<void> {
  for (let made = batchSize; made === batchSize; ) {
    made = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
        .select(['delivery.id', 'webhook.account_id'])
        .where('delivery.queued', '=', false)
        .orderBy('delivery.number')
        .limit(batchSize)
        .forUpdate('delivery')
        .skipLocked()
        .execute();
      for (const { id, account_id } of rows) await queue.sendDelivery(trx, id, account_id, retrySeconds);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await trx.updateTable('webhook_deliveries').set({ queued: true }).where('id', 'in', ids).execute();
      }
      return rows.length;
    });
  }
}

/** Reads a delivery that is still to be made, with where it goes. */
export async function readPending(
  db: Kysely<Tables>,
  id: string,
): Promise<{ id: string; body: string; url: string; secret: string } | undefined> {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.body', 'webhook.url', 'webhook.secret'])
    .where('delivery.id', '=', id)
    .where('delivery.status', '=', 'pending')
    .executeTakeFirst();
}

/** Notes the end of an attempt. @returns what became of the delivery; undefined if it was removed */
export async function noteAttempt(
  db: Kysely<Tables>,
  id: string,
  { responseStatus, error, gone = false }: AttemptEnd,
): Promise<DeliveryStatus | undefined> {
  const failed = sql<DeliveryStatus>`case when ${gone} or attempts + 1 >= ${maxAttempts} then 'failed' else 'pending' end`;
  const row = await db
    .updateTable('webhook_deliveries')
    .set({
      status: error === undefined ? 'delivered' : failed,
      attempts: sql`attempts + 1`,
      response_status: responseStatus ?? null,
      error: error ?? null,
      attempted_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  return row?.status;
}

/** Newest first. @param before only deliveries with a lower number */
export async function listDeliveries(
  db: Kysely<Tables>,
  webhookId: string,
  { limit, before }: { limit: number; before?: number },
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toDelivery);
}

/**
 * Delivers a message again that was delivered or has failed; leaves one alone that is still to be delivered.
 * @throws {ServiceError} NOT_FOUND
 */
export function redeliver(db: Kysely<Tables>, webhookId: string, id: string): Promise<Delivery> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempts: 0, queued: false })
      .where('webhook_id', '=', webhookId)
      .where('id', '=', id)
      .where('status', '<>', 'pending')
      .execute();
    const row = await trx
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw serviceError('NOT_FOUND', { what: `Delivery "${id.slice(0, 64)}"` });
    await notify(trx, newDeliveries);
    return toDelivery(row);
  });
}

function toDelivery(row: Selectable<Tables['webhook_deliveries']>): Delivery {
  return {
    id: row.id,
    number: row.number,
    runId: row.run_id,
    status: row.status,
    attempts: row.attempts,
    ...(row.response_status !== null && { responseStatus: row.response_status }),
    ...(row.error !== null && { error: row.error }),
    createdAt: row.created_at,
    ...(row.attempted_at && { attemptedAt: row.attempted_at }),
  };
}
