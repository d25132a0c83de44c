import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { lockAccount } from './accounts.ts';
import { inTransaction } from './in-transaction.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

/** An address that receives a message when a run of the account ends. */
export interface Webhook {
  id: string;
  url: string;
  createdAt: Date;
}

/** Of an account: each ended run is a request to each of them. */
const maxWebhooks = 20;

/**
 * @returns the webhook and its secret, which cannot be read again
 * @throws {ServiceError} INVALID_PAYLOAD at the limit
 */
export function createWebhook(
  db: Kysely<Tables>,
  accountId: string,
  url: string,
): Promise<{ webhook: Webhook; secret: string }> {
  // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId);
    const { there } = await trx
      .selectFrom('webhooks')
      .where('account_id', '=', accountId)
      .select(sql<number>`count(*)`.as('there'))
      .executeTakeFirstOrThrow();
    if (there >= maxWebhooks) {
      const reason = `This account has ${there} webhooks, which is the limit; remove those that are not in use`;
      throw serviceError('INVALID_PAYLOAD', { reason });
    }
    const row = await trx
      .insertInto('webhooks')
      .values({ id: `wh_${randomText(12)}`, account_id: accountId, url, secret })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { webhook: toWebhook(row), secret };
  });
}

/** Oldest first. */
export async function listWebhooks(db: Kysely<Tables>, accountId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWebhook);
}

/** @throws {ServiceError} NOT_FOUND, also for a webhook of another account */
export async function readWebhook(db: Kysely<Tables>, accountId: string, id: string): Promise<Webhook> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw unknownWebhook(id);
  return toWebhook(row);
}

/**
 * Removes a webhook with its deliveries, also those that are not delivered yet.
 * @throws {ServiceError} NOT_FOUND, also for a webhook of another account
 */
export async function removeWebhook(db: Kysely<Tables>, accountId: string, id: string): Promise<Webhook> {
  const row = await db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw unknownWebhook(id);
  return toWebhook(row);
}

const unknownWebhook = (id: string) => serviceError('NOT_FOUND', { what: `Webhook "${id.slice(0, 64)}"` });

function toWebhook({ id, url, created_at }: Selectable<Tables['webhooks']>): Webhook {
  return { id, url, createdAt: created_at };
}
