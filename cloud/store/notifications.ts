import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The channel of NOTIFY on which run ids are told whose record or log has changed. */
export const runNews = 'service_run';

/** The channel of NOTIFY on which the ids of revoked keys are told. */
export const revokedKeys = 'service_key';

/** Tells every process that a key is in force no more. */
export async function tellRevokedKey(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${revokedKeys}, ${id})`.execute(db);
}

/** Tells every process, when the transaction commits, that a run has changed. */
export async function tellRun(trx: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${runNews}, ${id})`.execute(trx);
}
