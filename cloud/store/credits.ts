import { type Kysely, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { inTransaction } from './in-transaction.ts';
import type { LedgerKind, Tables } from './tables.ts';

interface Entry {
  account: string;
  run?: string;
  kind: LedgerKind;
  amount: number;
}

/** Adds credits to an account. */
export async function grantCredits(db: Kysely<Tables>, account: string, credits: number): Promise<{ balance: number }> {
  return inTransaction(db, (trx) => addEntry(trx, { account, kind: 'grant', amount: credits }));
}

/** Moves a run's cost from the balance into a hold, in the transaction that creates the run. */
export async function holdCredits(trx: Kysely<Tables>, account: string, run: string, cost: number): Promise<void> {
  await addEntry(trx, { account, run, kind: 'hold', amount: -cost });
}

/**
 * Settles a hold, in the transaction that gives the run its final status: a charge keeps the credits, a refund returns
 * them to the balance. A second settlement of a run violates a unique index.
 */
export async function settleCredits(
  trx: Kysely<Tables>,
  run: { id: string; account_id: string; cost: number },
  kind: 'charge' | 'refund',
): Promise<void> {
  await addEntry(trx, { account: run.account_id, run: run.id, kind, amount: kind === 'refund' ? run.cost : 0 });
}

/** Writes a ledger entry and updates the balance. */
async function addEntry(trx: Kysely<Tables>, { account, run, kind, amount }: Entry): Promise<{ balance: number }> {
  const updated = await trx
    .updateTable('accounts')
    .set({ balance: sql<number>`balance + ${amount}` })
    .where('id', '=', account)
    .returning('balance')
    .executeTakeFirst();
  if (!updated) throw serviceError('NOT_FOUND', { what: `Account "${account}"` });
  await trx
    .insertInto('ledger')
    .values({ account_id: account, run_id: run ?? null, kind, amount })
    .execute();
  return updated;
}
