import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs `work` in the current transaction, or in a new one. */
export function inTransaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
