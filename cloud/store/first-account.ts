import { type Kysely, sql } from 'kysely';
import { createAccount } from './accounts.ts';
import { createKey } from './api-keys.ts';
import type { Tables } from './tables.ts';

/** Arbitrary, but unique among the advisory locks of this database. */
const firstAccountLock = 7_070;

/**
 * Creates an account with a key in an empty store. When several processes start at once, only one creates it.
 * @returns the key; undefined when the store has accounts
 */
export async function createFirstAccount(
  db: Kysely<Tables>,
  { credits, concurrency }: { credits: number; concurrency: number },
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(firstAccountLock)})`.execute(trx);
    const existing = await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    if (existing) return undefined;
    const account = await createAccount(trx, { name: 'default', credits, concurrency });
    return (await createKey(trx, account.id, { scopes: ['admin'] })).key;
  });
}
