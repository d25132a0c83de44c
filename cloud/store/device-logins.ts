import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { createOwnKey, hashOf, scopesLiteral } from './api-keys.ts';
import { randomText } from './random-text.ts';
import { type Scope, withIncluded } from './scopes.ts';
import type { Tables } from './tables.ts';

/** Seconds: how long a login waits for its user, and between two polls of the device. */
export const loginLifetime = 900;
const pollSeconds = 5;
/** What a device that polls too often has to wait in addition (RFC 8628, section 3.5). */
const slowDownSeconds = 5;
/** Waiting logins of all devices: anyone may start one. */
const maxWaiting = 10_000;

/** Letters that are hard to confuse and make no words (RFC 8628, section 6.1). Eight of them have 34 bits. */
const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

/** A login of a device that waits for its user. */
export interface WaitingLogin {
  label: string;
  scopes: readonly Scope[];
}

/** The answer to a poll; an error is one of RFC 8628, section 3.5. */
type Poll =
  | { key: string; scopes: readonly Scope[] }
  | { error: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant' };

/**
 * Starts the login of a device.
 * @returns the secret code of the device and the code that its user enters; undefined when too many logins wait
 */
export async function startLogin(
  db: Kysely<Tables>,
  { label, scopes }: WaitingLogin,
): Promise<{ deviceCode: string; userCode: string; interval: number } | undefined> {
  const { waiting } = await db
    .selectFrom('device_logins')
    .where('expires_at', '>', sql<Date>`now()`)
    .select(sql<number>`count(*)`.as('waiting'))
    .executeTakeFirstOrThrow();
  if (waiting >= maxWaiting) return undefined;
  const deviceCode = randomText(40);
  const userCode = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  await db
    .insertInto('device_logins')
    .values({
      device_hash: hashOf(deviceCode),
      user_code: userCode,
      label,
      scopes: scopesLiteral(withIncluded(scopes)),
      poll_seconds: pollSeconds,
      expires_at: sql<Date>`now() + make_interval(secs => ${loginLifetime}::int)`,
    })
    .execute();
  return { deviceCode, userCode: shownCode(userCode), interval: pollSeconds };
}

/** Finds a login that waits for its user. @param userCode as the user enters it: in any case, with or without hyphen */
export function findLogin(db: Kysely<Tables>, userCode: string): Promise<WaitingLogin | undefined> {
  return db
    .selectFrom('device_logins')
    .select(['label', 'scopes'])
    .where('user_code', '=', storedCode(userCode))
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Lets the device into an account, or refuses it. Each code can be decided on once.
 * @throws {ServiceError} NOT_FOUND
 */
export async function decideLogin(
  db: Kysely<Tables>,
  userCode: string,
  { accountId, approve }: { accountId: string; approve: boolean },
): Promise<void> {
  const decided = await db
    .updateTable('device_logins')
    .set({ status: approve ? 'approved' : 'denied', account_id: accountId })
    .where('user_code', '=', storedCode(userCode))
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (decided.numUpdatedRows === 0n) throw serviceError('NOT_FOUND', { what: 'This code' });
}

/**
 * Answers a device that asks for its key. The key is created for the first poll after the approval, and the login is over:
 * a code that is used again is invalid.
 */
export function pollLogin(db: Kysely<Tables>, deviceCode: string): Promise<Poll> {
  const hash = hashOf(deviceCode);
  return db.transaction().execute(async (trx): Promise<Poll> => {
    const login = await trx
      .selectFrom('device_logins')
      .selectAll()
      .select([
        sql<boolean>`expires_at <= now()`.as('expired'),
        sql<boolean>`coalesce(polled_at > now() - make_interval(secs => poll_seconds), false)`.as('early'),
      ])
      .where('device_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (!login) return { error: 'invalid_grant' };
    if (login.expired) return { error: 'expired_token' };
    if (login.status === 'pending') {
      await trx
        .updateTable('device_logins')
        .set({ polled_at: sql`now()`, ...(login.early && { poll_seconds: login.poll_seconds + slowDownSeconds }) })
        .where('device_hash', '=', hash)
        .execute();
      return { error: login.early ? 'slow_down' : 'authorization_pending' };
    }
    await trx.deleteFrom('device_logins').where('device_hash', '=', hash).execute();
    if (login.status === 'denied' || login.account_id === null) return { error: 'access_denied' };
    const { label, scopes } = login;
    const { key, record } = await createOwnKey(trx, login.account_id, { label, scopes });
    return { key, scopes: record.scopes };
  });
}

/** `WDJB-MJHT`, as the device shows it. @param userCode as for `findLogin` */
export function shownCode(userCode: string): string {
  const code = storedCode(userCode);
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}

function storedCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z]/g, '');
}
