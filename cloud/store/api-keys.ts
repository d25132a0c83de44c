import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { lockAccount } from './accounts.ts';
import { inTransaction } from './in-transaction.ts';
import { notify, revokedKeys } from './notifications.ts';
import { randomText } from './random-text.ts';
import { defaultScopes, type Scope, withIncluded } from './scopes.ts';
import type { Tables } from './tables.ts';

export interface ApiKey {
  /** The 8 characters in the middle of the key: not secret. */
  id: string;
  accountId: string;
  label?: string;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt?: Date;
  /** Up to a minute too early. */
  lastUsedAt?: Date;
  revokedAt?: Date;
}

interface NewKey {
  label?: string;
  /** `defaultScopes` when absent. */
  scopes?: readonly Scope[];
  /** Never when absent. */
  expiresAt?: Date;
  /** The ID token that it is exchanged for. */
  idToken?: { id: string; trustedRepositoryId: string };
}

/** A valid key in use. */
export interface KeyInUse {
  accountId: string;
  keyId: string;
  scopes: readonly Scope[];
  expiresAt?: Date;
}

/** Maximum valid keys of an account that it creates itself, and that it gets for ID tokens. */
const maxKeys = 200;
const maxExchangedKeys = 2_000;

/** Milliseconds between two updates of the last use of a key: each request would write otherwise. */
const lastUseInterval = 60_000;

const format = /^svc_([0-9A-Za-z]{8})_[0-9A-Za-z]{32,128}$/;

/**
 * Creates a key. Only its hash is stored: the key cannot be read again.
 * @throws {ServiceError} NOT_FOUND for an account that does not exist, INVALID_ID_TOKEN for a token that was used
 */
export async function createKey(
  db: Kysely<Tables>,
  accountId: string,
  { label, scopes = defaultScopes, expiresAt, idToken }: NewKey = {},
): Promise<{ key: string; record: ApiKey }> {
  const id = randomText(8);
  const key = `svc_${id}_${randomText(40)}`;
  const values = { id, hash: hashOf(key), label: label ?? null, expires_at: expiresAt ?? null };
  const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!account) throw serviceError('NOT_FOUND', { what: `Account "${accountId}"` });
  const row = await db
    .insertInto('api_keys')
    .values({
      ...values,
      account_id: accountId,
      scopes: scopesLiteral(withIncluded(scopes)),
      id_token: idToken?.id ?? null,
      trusted_repository_id: idToken?.trustedRepositoryId ?? null,
    })
    .onConflict((conflict) => conflict.column('id_token').doNothing())
    .returning(keyColumns)
    .executeTakeFirst();
  if (!row) throw serviceError('INVALID_ID_TOKEN', { reason: 'it has been used' });
  return { key, record: toKey(row) };
}

/**
 * The same at the wish of the account itself, whose keys are limited.
 * @throws {ServiceError} INVALID_PAYLOAD at the limit
 */
export function createOwnKey(
  db: Kysely<Tables>,
  accountId: string,
  newKey: NewKey,
): Promise<{ key: string; record: ApiKey }> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId);
    const { valid } = await trx
      .selectFrom('api_keys')
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
      .where('id_token', newKey.idToken ? 'is not' : 'is', null)
      .select(sql<number>`count(*)`.as('valid'))
      .executeTakeFirstOrThrow();
    if (valid >= (newKey.idToken ? maxExchangedKeys : maxKeys)) {
      const reason = `This account has ${valid} API keys, which is the limit; revoke those that are not in use`;
      throw serviceError('INVALID_PAYLOAD', { reason });
    }
    return createKey(trx, accountId, newKey);
  });
}

/** Scopes as a value of a text array. */
export const scopesLiteral = (scopes: readonly Scope[]) => sql<Scope[]>`${`{${scopes.join()}}`}::text[]`;

/** The id in a key; undefined for a malformed key. */
export function keyIdOf(key: string): string | undefined {
  return format.exec(key)?.[1];
}

/**
 * Finds out whose key it is and what it may do, and notes that it is used.
 * @throws {ServiceError} UNAUTHORIZED
 */
export async function authenticate(db: Kysely<Tables>, key: string): Promise<KeyInUse> {
  const id = keyIdOf(key);
  if (id === undefined) throw serviceError('UNAUTHORIZED', { reason: 'it is malformed' });
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !timingSafeEqual(row.hash, hashOf(key))) {
    throw serviceError('UNAUTHORIZED', { reason: 'it is unknown' });
  }
  if (row.revoked_at) throw serviceError('UNAUTHORIZED', { reason: 'it has been revoked' });
  if (row.expires_at && row.expires_at.getTime() <= Date.now()) throw expiredKey();
  if ((row.last_used_at?.getTime() ?? 0) < Date.now() - lastUseInterval) await noteUse(db, id);
  return {
    accountId: row.account_id,
    keyId: id,
    scopes: row.scopes,
    ...(row.expires_at && { expiresAt: row.expires_at }),
  };
}

export const expiredKey = () => serviceError('UNAUTHORIZED', { reason: 'it has expired' });

async function noteUse(db: Kysely<Tables>, id: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<Date>`now() - make_interval(secs => ${lastUseInterval / 1000}::int)`),
      ]),
    )
    .execute();
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
 * @param accountId only if it is a key of this account
 * @throws {ServiceError} NOT_FOUND
 */
export async function revokeKey(db: Kysely<Tables>, id: string, accountId?: string): Promise<ApiKey> {
  await inTransaction(db, async (trx) => {
    const revoked = await trx
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', id)
      .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows > 0n) await notify(trx, revokedKeys, id);
  });
  const [key] = await keys(db, { id, account_id: accountId });
  if (!key) throw serviceError('NOT_FOUND', { what: `Key "${id.slice(0, 64)}"` });
  return key;
}

/** The keys of one account, or of all; oldest first. */
export function listKeys(db: Kysely<Tables>, accountId?: string): Promise<ApiKey[]> {
  return keys(db, { account_id: accountId });
}

const keyColumns = [
  'id',
  'account_id',
  'label',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const;

async function keys(db: Kysely<Tables>, filter: { id?: string; account_id?: string }): Promise<ApiKey[]> {
  let query = db.selectFrom('api_keys').select(keyColumns);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.account_id !== undefined) query = query.where('account_id', '=', filter.account_id);
  return (await query.orderBy('created_at').orderBy('id').execute()).map(toKey);
}

function toKey(row: Pick<Selectable<Tables['api_keys']>, (typeof keyColumns)[number]>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    ...(row.label !== null && { label: row.label }),
    scopes: row.scopes,
    createdAt: row.created_at,
    ...(row.expires_at && { expiresAt: row.expires_at }),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at && { revokedAt: row.revoked_at }),
  };
}

/** SHA-256 of a secret, which is stored in its place. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
