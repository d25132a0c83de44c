import { type Kysely, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { grantCredits } from './credits.ts';
import { inTransaction } from './in-transaction.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

export interface Account {
  id: string;
  name: string;
  /** What can be spent, and what queued and running runs hold in addition. */
  credits: { balance: number; held: number };
  /** Maximum and current number of queued and running runs. */
  concurrency: { limit: number; active: number };
}

/** @param credits a whole number, 0 or greater */
export async function createAccount(
  db: Kysely<Tables>,
  { name, credits, concurrency }: { name: string; credits: number; concurrency: number },
): Promise<Account> {
  const id = `acc_${randomText(12)}`;
  await inTransaction(db, async (trx) => {
    await trx.insertInto('accounts').values({ id, name, concurrency }).execute();
    if (credits > 0) await grantCredits(trx, id, credits);
  });
  return { id, name, credits: { balance: credits, held: 0 }, concurrency: { limit: concurrency, active: 0 } };
}

/** Lets one transaction at a time count what an account has, and add to it. See `createRun` for why not FOR UPDATE. */
export async function lockAccount(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** @throws {ServiceError} NOT_FOUND */
export async function readAccount(db: Kysely<Tables>, id: string): Promise<Account> {
  const [account] = await listAccounts(db, id);
  if (!account) throw serviceError('NOT_FOUND', { what: `Account "${id}"` });
  return account;
}

/** Oldest first. */
export async function listAccounts(db: Kysely<Tables>, id?: string): Promise<Account[]> {
  const rows = await db
    .selectFrom('accounts as account')
    .leftJoin('runs as run', (join) =>
      join
        .onRef('run.account_id', '=', 'account.id')
        .on('run.status', 'in', ['queued', 'running'])
        .on('run.repeats', 'is', null),
    )
    .select([
      'account.id',
      'account.name',
      'account.balance',
      'account.concurrency',
      sql<number>`coalesce(sum(run.cost), 0)::bigint`.as('held'),
      sql<number>`count(run.id)`.as('active'),
    ])
    .$if(id !== undefined, (query) => query.where('account.id', '=', id ?? ''))
    .groupBy('account.id')
    .orderBy('account.created_at')
    .orderBy('account.id')
    .execute();
  return rows.map(({ id, name, balance, held, concurrency, active }) => ({
    id,
    name,
    credits: { balance, held },
    concurrency: { limit: concurrency, active },
  }));
}
