import { type Kysely, sql } from 'kysely';
import { createAccount } from './accounts.ts';
import { createKey } from './api-keys.ts';
import type { Tables } from './tables.ts';

/** Any number that nobody else takes for a lock of this database. */
const firstAccountLock = 7_070;

/**
 * Makes an account with a key in a store that has none. Of several processes that start at once, one makes it.
 * @returns the key; undefined in a store that has an account
 */
export async function makeFirstAccount(
  db: Kysely<Tables>,
  { credits, concurrency }: { credits: number; concurrency: number },
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(firstAccountLock)})`.execute(trx);
    const some = await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    if (some) return undefined;
    const account = await createAccount(trx, { name: 'default', credits, concurrency });
    return (await createKey(trx, account.id)).key;
  });
}
