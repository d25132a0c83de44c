import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** NOTIFY channel for the ids of runs whose record or log has changed. */
export const changedRuns = 'service_run';

/** NOTIFY channel for the ids of revoked keys. */
export const revokedKeys = 'service_key';

/** NOTIFY channel for webhook deliveries that have no job yet. */
export const newDeliveries = 'service_webhook';

/** Notifies all processes that listen on a channel, when the transaction commits. */
export async function notify(db: Kysely<Tables>, channel: string, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
