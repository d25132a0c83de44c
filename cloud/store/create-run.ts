import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { counted } from '../../kernel/counted.ts';
import { codeOf, serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import type { JobQueue } from './job-queue.ts';
import { type NewRun, queueRun } from './queue-run.ts';
import { type Run, readRun } from './runs.ts';
import type { Tables } from './tables.ts';
import { packUpload } from './uploads.ts';

interface CreateRun {
  accountId: string;
  newRun: NewRun;
  /** Credits. */
  cost: number;
  /** The caller's Idempotency-Key. */
  key?: string;
}

/** How long a request waits for another one with the same Idempotency-Key. */
const idempotencyLockTimeout = '5s';

/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/**
 * Creates a run in one transaction: its row, its upload, the hold on its credits and its job.
 * @returns the run; `replayed` when an earlier request with this Idempotency-Key created it
 * @throws {HttpError | ServiceError} INSUFFICIENT_CREDITS, CONCURRENCY_CAP_REACHED, INVALID_PAYLOAD for an
 * Idempotency-Key that was used with another payload, IDEMPOTENCY_IN_PROGRESS
 */
export async function createRun(
  db: Kysely<Tables>,
  queue: JobQueue,
  request: CreateRun,
): Promise<{ run: Run; replayed: boolean }> {
  const { accountId, newRun } = request;
  const files = newRun.files && JSON.stringify(newRun.files);
  const content = files === undefined ? undefined : await packUpload(files);
  const payload = payloadOf(newRun, files);
  const created = await db
    .transaction()
    .execute(async (trx) => {
      const id = randomUUID();
      if (request.key !== undefined) {
        const earlier = await claimKey(trx, { accountId, key: request.key, payload, id });
        if (earlier !== undefined) return { id: earlier, replayed: true };
      }
      await assertAllowed(trx, request);
      await queueRun(trx, queue, { id, accountId, newRun, cost: request.cost });
      if (content) await trx.insertInto('uploads').values({ run_id: id, content }).execute();
      return { id, replayed: false };
    })
    .catch((error: unknown) => {
      if (codeOf(error) !== lockNotAvailable) throw error;
      throw new HttpError(serviceError('IDEMPOTENCY_IN_PROGRESS', {}), { retryAfter: 1 });
    });
  return { run: await readRun(db, accountId, created.id), replayed: created.replayed };
}

/**
 * Checks credits and concurrency under a lock on the account, so that concurrent requests cannot exceed them. FOR NO KEY
 * UPDATE is compatible with the locks of foreign keys to the account; with FOR UPDATE, two requests that have each
 * claimed an Idempotency-Key would deadlock.
 */
async function assertAllowed(trx: Kysely<Tables>, { accountId, cost }: CreateRun): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['balance', 'concurrency'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.balance < cost) {
    throw serviceError('INSUFFICIENT_CREDITS', {
      needed: counted(cost, 'credit'),
      available: account.balance,
    });
  }
  const active = trx
    .selectFrom('runs')
    .where('account_id', '=', accountId)
    .where('repeats', 'is', null)
    .where('status', 'in', ['queued', 'running']);
  const { runs } = await active.select(sql<number>`count(*)`.as('runs')).executeTakeFirstOrThrow();
  if (runs >= account.concurrency) {
    const ids = await active.select('id').orderBy('number').execute();
    throw new HttpError(serviceError('CONCURRENCY_CAP_REACHED', { active: runs, limit: account.concurrency }), {
      retryAfter: 5,
      errors: ids.map(({ id }) => ({ pointer: '#', detail: id })),
    });
  }
}

/**
 * Claims an Idempotency-Key for a new run, or returns the id of the run that it was used for. Waits for a concurrent
 * request with the same key, which locks the row.
 */
async function claimKey(
  trx: Kysely<Tables>,
  { accountId, key, payload, id }: { accountId: string; key: string; payload: Uint8Array; id: string },
): Promise<string | undefined> {
  await sql`set local lock_timeout = ${sql.lit(idempotencyLockTimeout)}`.execute(trx);
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, payload, run_id: id })
    // Reuses an expired row.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ payload, run_id: id, created_at: sql`now()` })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .executeTakeFirst();
  await sql`set local lock_timeout = default`.execute(trx);
  if (claimed.numInsertedOrUpdatedRows) return undefined;
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['payload', 'run_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (Buffer.compare(earlier.payload, payload) !== 0) {
    throw serviceError('INVALID_PAYLOAD', { reason: 'This Idempotency-Key was used with another payload' });
  }
  return earlier.run_id;
}

/** SHA-256 of the request that an Idempotency-Key identifies. */
export function payloadOf({ files: _, ...fields }: NewRun, files?: string): Buffer {
  const { projectType, packageName, packageRef, ref, ruleset, againstPublished = false, timeout } = fields;
  const { gitRemote, gitCommit, gitBranch, gitDirty } = fields;
  const git = [gitRemote, gitCommit, gitBranch, gitDirty];
  const given = [projectType, packageName, packageRef, ref, ...git, timeout, files === undefined];
  const later = [...(ruleset === undefined ? [] : [ruleset]), ...(againstPublished ? ['against published'] : [])];
  const rest = JSON.stringify([...given, ...later]);
  return createHash('sha256')
    .update(rest)
    .update(files ?? '')
    .digest();
}
