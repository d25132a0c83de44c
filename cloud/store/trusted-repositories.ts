import { type Kysely, type Selectable, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { lockAccount } from './accounts.ts';
import { type ApiKey, createOwnKey } from './api-keys.ts';
import { inTransaction } from './in-transaction.ts';
import { notify, revokedKeys } from './notifications.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

/** A repository whose GitHub Actions get keys of the account. */
export interface TrustedRepository {
  id: string;
  /** `owner/name`, in any case. */
  repository: string;
  /** Only this branch. */
  branch?: string;
  /** Only this environment, in any case. */
  environment?: string;
  /** GitHub's id of the repository, known from its first token. */
  githubId?: string;
  createdAt: Date;
}

type NewTrust = Pick<TrustedRepository, 'repository' | 'branch' | 'environment'>;

/** What a verified ID token says (https://docs.github.com/en/actions/reference/security/oidc#oidc-token-claims). */
export interface IdToken {
  id: string;
  repository: string;
  repositoryId: string;
  ownerId: string;
  /** `refs/heads/main`, `refs/tags/v1`, `refs/pull/1/merge` */
  ref: string;
  environment?: string | undefined;
}

/** Of an account. */
const maxTrusted = 100;

/** How old a token may be, as an interval of PostgreSQL and of jose. GitHub's are valid for minutes. */
export const idTokenLifetime = '1 hour';

/** Milliseconds that a key for a token is valid: the longest time limit of a run, and as long in the queue. */
const keyLifetime = 2 * 3_600_000;

/**
 * Trusts a repository; once only, if it is asked for twice.
 * @throws {ServiceError} INVALID_PAYLOAD at the limit
 */
export function trustRepository(
  db: Kysely<Tables>,
  accountId: string,
  { repository, branch, environment }: NewTrust,
): Promise<TrustedRepository> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId);
    const trusted = await listTrusted(trx, accountId);
    const same = trusted.find(
      (one) =>
        isSame(one.repository, repository) && one.branch === branch && isSame(one.environment ?? '', environment ?? ''),
    );
    if (same) return same;
    if (trusted.length >= maxTrusted) {
      const reason = `This account trusts ${trusted.length} repositories, which is the limit; remove some`;
      throw serviceError('INVALID_PAYLOAD', { reason });
    }
    const row = await trx
      .insertInto('trusted_repositories')
      .values({
        id: `repo_${randomText(12)}`,
        account_id: accountId,
        repository,
        branch: branch ?? null,
        environment: environment ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toTrusted(row);
  });
}

/** Oldest first. */
export async function listTrusted(db: Kysely<Tables>, accountId: string): Promise<TrustedRepository[]> {
  return (await trustedBy(db, accountId).execute()).map(toTrusted);
}

const trustedBy = (db: Kysely<Tables>, accountId: string) =>
  db
    .selectFrom('trusted_repositories')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id');

/**
 * Trusts a repository no longer, and revokes the keys that it got.
 * @throws {ServiceError} NOT_FOUND, also for a repository of another account
 */
export function removeTrusted(db: Kysely<Tables>, accountId: string, id: string): Promise<TrustedRepository> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .deleteFrom('trusted_repositories')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw serviceError('NOT_FOUND', { what: `Trusted repository "${id.slice(0, 64)}"` });
    const keys = await trx
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('trusted_repository_id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    for (const key of keys) await notify(trx, revokedKeys, key.id);
    return toTrusted(row);
  });
}

/**
 * Exchanges a verified token for a key of an account that trusts its repository. The name of the repository must be the
 * trusted one, and its ids those of the first token: whoever takes over an abandoned name gets nothing.
 * @throws {ServiceError} INVALID_ID_TOKEN when the account does not trust it, or it was used; INVALID_PAYLOAD at the limit
 */
export function exchangeIdToken(
  db: Kysely<Tables>,
  accountId: string,
  token: IdToken,
): Promise<{ key: string; record: ApiKey }> {
  return inTransaction(db, async (trx) => {
    const rows = await trustedBy(trx, accountId).forUpdate().execute();
    const named = rows.filter(({ repository }) => isSame(repository, token.repository));
    const trusted = named.find((row) => allows(row, token));
    if (!trusted) throw untrusted(accountId, token);
    if (named.some((row) => row.github_id !== null && !hasIds(row, token))) {
      const reason = `${token.repository} is another repository than the one that the account has trusted; if it is yours, remove that and trust it again`;
      throw serviceError('INVALID_ID_TOKEN', { reason });
    }
    await trx
      .updateTable('trusted_repositories')
      .set({ github_id: token.repositoryId, github_owner_id: token.ownerId })
      .where('id', '=', trusted.id)
      .execute();
    return createOwnKey(trx, accountId, {
      label: `GitHub Actions of ${token.repository}`,
      scopes: ['verify'],
      expiresAt: new Date(Date.now() + keyLifetime),
      idToken: { id: token.id, trustedRepositoryId: trusted.id },
    });
  });
}

type Row = Selectable<Tables['trusted_repositories']>;

function allows({ branch, environment }: Row, token: IdToken): boolean {
  return (
    (branch === null || token.ref === `refs/heads/${branch}`) &&
    (environment === null || isSame(environment, token.environment ?? ''))
  );
}

function hasIds({ github_id, github_owner_id }: Row, { repositoryId, ownerId }: IdToken): boolean {
  return github_id === repositoryId && github_owner_id === ownerId;
}

function untrusted(accountId: string, { repository, ref, environment }: IdToken) {
  const where = environment === undefined ? ref : `${ref} in the environment ${environment}`;
  return serviceError('INVALID_ID_TOKEN', { reason: `account ${accountId} does not trust ${repository} at ${where}` });
}

/** GitHub compares names of owners, repositories and environments without their case. */
function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

function toTrusted({ id, repository, branch, environment, github_id, created_at }: Row): TrustedRepository {
  return {
    id,
    repository,
    ...(branch !== null && { branch }),
    ...(environment !== null && { environment }),
    ...(github_id !== null && { githubId: github_id }),
    createdAt: created_at,
  };
}
