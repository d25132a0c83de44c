import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../runner/source/uploaded-file.ts';
import { HttpError } from '../http-error.ts';
import { holdCredits } from './credits.ts';
import type { JobQueue } from './job-queue.ts';
import { randomText } from './random-text.ts';
import { type Run, readRun } from './runs.ts';
import type { Tables } from './tables.ts';
import { packUpload } from './uploads.ts';

/** What a run is made of; `files` in project mode, `packageRef` in package mode. */
export interface RunOrder {
  projectType: string;
  packageName?: string;
  packageRef?: string;
  files?: readonly UploadedFile[];
  ref?: string;
  gitRemote?: string;
  /** Seconds. */
  timeout: number;
}

export interface CreateRun {
  accountId: string;
  order: RunOrder;
  /** Credits. */
  cost: number;
  /** The caller's Idempotency-Key. */
  key?: string;
}

/** How long a second request with the same Idempotency-Key waits for the first one's end. */
const idempotencyPatience = '5s';

/** PostgreSQL's lock_not_available. */
const lockTimedOut = '55P03';

/**
 * Creates a run: its row, what was uploaded, the hold on its credits and its job, all or nothing.
 * @returns the run; `replayed` when an earlier request with this key made it
 * @throws {HttpError | ServiceError} INSUFFICIENT_CREDITS, CONCURRENCY_CAP_REACHED, INVALID_PAYLOAD for a key that was
 * used for something else, IDEMPOTENCY_IN_PROGRESS
 */
export async function createRun(
  db: Kysely<Tables>,
  queue: JobQueue,
  request: CreateRun,
): Promise<{ run: Run; replayed: boolean }> {
  const { accountId, order } = request;
  const files = order.files && JSON.stringify(order.files);
  const content = files === undefined ? undefined : await packUpload(files);
  const payload = hashOf(order, files);
  const made = await db
    .transaction()
    .execute(async (trx) => {
      const id = randomUUID();
      if (request.key !== undefined) {
        const earlier = await claimKey(trx, { accountId, key: request.key, payload, id });
        if (earlier !== undefined) return { id: earlier, replayed: true };
      }
      await refuseUnlessAllowed(trx, request);
      await holdCredits(trx, accountId, id, request.cost);
      await trx
        .insertInto('runs')
        .values({
          id,
          account_id: accountId,
          job_id: await queue.send(trx, id, order.timeout),
          project_type: order.projectType,
          package_name: order.packageName ?? null,
          package_ref: order.packageRef ?? null,
          ref: order.ref ?? null,
          git_remote: order.gitRemote ?? null,
          timeout: order.timeout,
          cost: request.cost,
          web_token: randomText(32),
        })
        .execute();
      if (content) await trx.insertInto('uploads').values({ run_id: id, content }).execute();
      return { id, replayed: false };
    })
    .catch((error: unknown) => {
      if (sqlState(error) !== lockTimedOut) throw error;
      throw new HttpError(serviceError('IDEMPOTENCY_IN_PROGRESS', {}), { retryAfter: 1 });
    });
  return { run: await readRun(db, accountId, made.id), replayed: made.replayed };
}

/**
 * Under a lock on the account, so that simultaneous requests can't overrun its credits or its cap. One that bears with the
 * weak lock that every row takes which refers to the account: with a full one, two requests that have each taken their
 * Idempotency-Key would wait for each other.
 */
async function refuseUnlessAllowed(trx: Kysely<Tables>, { accountId, cost }: CreateRun): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['balance', 'concurrency'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.balance < cost) {
    throw serviceError('INSUFFICIENT_CREDITS', { needed: cost, available: account.balance });
  }
  const active = trx
    .selectFrom('runs')
    .where('account_id', '=', accountId)
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
 * Takes an Idempotency-Key for a new run, or finds the run that it was used for. A request with the same key that is
 * being answered holds the row: it is waited for.
 */
async function claimKey(
  trx: Kysely<Tables>,
  { accountId, key, payload, id }: { accountId: string; key: string; payload: Uint8Array; id: string },
): Promise<string | undefined> {
  await sql`set local lock_timeout = ${sql.lit(idempotencyPatience)}`.execute(trx);
  const made = await trx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, payload, run_id: id })
    // One that has expired is taken over.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ payload, run_id: id, created_at: sql`now()` })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .executeTakeFirst();
  await sql`set local lock_timeout = default`.execute(trx);
  if (made.numInsertedOrUpdatedRows) return undefined;
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['payload', 'run_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (Buffer.compare(earlier.payload, payload) !== 0) {
    throw serviceError('INVALID_PAYLOAD', { reason: 'This Idempotency-Key was used for another payload' });
  }
  return earlier.run_id;
}

function hashOf({ files: _, ...order }: RunOrder, files: string | undefined): Buffer {
  const { projectType, packageName, packageRef, ref, gitRemote, timeout } = order;
  const rest = JSON.stringify([projectType, packageName, packageRef, ref, gitRemote, timeout, files === undefined]);
  return createHash('sha256')
    .update(rest)
    .update(files ?? '')
    .digest();
}

function sqlState(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
