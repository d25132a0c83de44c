import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** NOTIFY channel for the ids of runs whose record or log has changed. */
export const changedRuns = 'service_run';

/** NOTIFY channel for the ids of revoked keys. */
export const revokedKeys = 'service_key';

/** NOTIFY channel for webhook deliveries that have no job yet. */
export const newDeliveries = 'service_webhook';

/** Notifies all servers, when the transaction commits, that there are webhook deliveries without a job. */
export async function notifyDeliveries(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_notify(${newDeliveries}, '')`.execute(trx);
}

/** Notifies all processes, when the transaction commits, that a key has been revoked. */
export async function notifyKeyRevoked(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${revokedKeys}, ${id})`.execute(db);
}

/** Notifies all processes, when the transaction commits, that a run has changed. */
export async function notifyRunChanged(trx: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${changedRuns}, ${id})`.execute(trx);
}
