import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The channel of NOTIFY on which run ids are told whose record or log has changed. */
export const runNews = 'service_run';

/** Tells every process, when the transaction commits, that a run has changed. */
export async function tellRun(trx: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${runNews}, ${id})`.execute(trx);
}
