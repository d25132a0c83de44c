import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Does something in a transaction: the one that it is called in, or one of its own. */
export function inTransaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
