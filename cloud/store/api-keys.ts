import { createHash, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { inTransaction } from './in-transaction.ts';
import { notifyKeyRevoked } from './notifications.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

export interface ApiKey {
  /** The 8 characters in the middle of the key: not secret. */
  id: string;
  accountId: string;
  createdAt: Date;
  revokedAt?: Date;
}

const format = /^svc_([0-9A-Za-z]{8})_[0-9A-Za-z]{32,128}$/;

/**
 * Creates a key. Only its hash is stored: the key cannot be read again.
 * @throws {ServiceError} NOT_FOUND for an account that does not exist
 */
export async function createKey(db: Kysely<Tables>, accountId: string): Promise<{ id: string; key: string }> {
  const id = randomText(8);
  const key = `svc_${id}_${randomText(40)}`;
  const made = await db
    .insertInto('api_keys')
    .columns(['id', 'account_id', 'hash'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .where('id', '=', accountId)
        .select((row) => [row.val(id).as('key_id'), 'id', row.val(hashOf(key)).as('hash')]),
    )
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) throw serviceError('NOT_FOUND', { what: `Account "${accountId}"` });
  return { id, key };
}

/** The id in a key; undefined for a malformed key. */
export function keyIdOf(key: string): string | undefined {
  return format.exec(key)?.[1];
}

/**
 * Returns the account and id of a valid key.
 * @throws {ServiceError} UNAUTHORIZED
 */
export async function authenticate(db: Kysely<Tables>, key: string): Promise<{ accountId: string; keyId: string }> {
  const id = keyIdOf(key);
  if (id === undefined) throw serviceError('UNAUTHORIZED', { reason: 'it is malformed' });
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !timingSafeEqual(row.hash, hashOf(key))) {
    throw serviceError('UNAUTHORIZED', { reason: 'it is unknown' });
  }
  if (row.revoked_at) throw serviceError('UNAUTHORIZED', { reason: 'it has been revoked' });
  return { accountId: row.account_id, keyId: id };
}

/** Filters ids of keys: those that are not revoked. */
export async function unrevokedKeys(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Revokes a key, and ends its log streams and waiting requests. Idempotent.
 * @throws {ServiceError} NOT_FOUND
 */
export async function revokeKey(db: Kysely<Tables>, id: string): Promise<ApiKey> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await notifyKeyRevoked(trx, id);
  });
  const [key] = await keys(db, { id });
  if (!key) throw serviceError('NOT_FOUND', { what: `Key "${id}"` });
  return key;
}

/** The keys of one account, or of all; oldest first. */
export function listKeys(db: Kysely<Tables>, accountId?: string): Promise<ApiKey[]> {
  return keys(db, { account_id: accountId });
}

async function keys(db: Kysely<Tables>, filter: { id?: string; account_id?: string }): Promise<ApiKey[]> {
  let query = db.selectFrom('api_keys').select(['id', 'account_id', 'created_at', 'revoked_at']);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.account_id !== undefined) query = query.where('account_id', '=', filter.account_id);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return rows.map(({ id, account_id, created_at, revoked_at }) => ({
    id,
    accountId: account_id,
    createdAt: created_at,
    ...(revoked_at && { revokedAt: revoked_at }),
  }));
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
