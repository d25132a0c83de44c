import { type Kysely, sql } from 'kysely';
import { digestOf } from '../../kernel/digest.ts';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import { createRun, payloadOf } from './create-run.ts';
import type { JobQueue } from './job-queue.ts';
import type { NewRun } from './queue-run.ts';
import type { RunStatus, Tables } from './tables.ts';

interface Batch {
  accountId: string;
  /** The caller's Idempotency-Key: the same for each request with the rest of a batch. */
  key: string;
  /** Published packages, each once. */
  newRuns: readonly (NewRun & { packageRef: string })[];
  /** Credits of a run. */
  cost: number;
  /** Called before a run is created. @throws {HttpError} UNAVAILABLE */
  admit(): Promise<void>;
}

interface Created {
  runId: string;
  status: RunStatus;
  /** Whether this request has created it. */
  created: boolean;
}

interface Waiting {
  /** Of the limit that it waits for. */
  code: string;
  detail: string;
}

/** A package of a batch: its run, or why there is none yet. */
type BatchEntry = { packageRef: string } & (Created | Waiting);

/** Why a batch stops for now. */
const limits = new Set(['CONCURRENCY_CAP_REACHED', 'INSUFFICIENT_CREDITS', 'UNAVAILABLE']);

/**
 * Creates the runs of a batch, in order, until a limit is reached: the concurrency of the account, its credits or the queue.
 * Repeating the request continues with the rest: a package that has a run keeps it for 24 hours.
 * @throws {ServiceError} INVALID_PAYLOAD for a key that was used with other options
 */
export async function createBatch(db: Kysely<Tables>, queue: JobQueue, batch: Batch): Promise<BatchEntry[]> {
  const there = await existingRuns(db, batch);
  const entries: BatchEntry[] = [];
  let limit: Waiting | undefined;
  for (const newRun of batch.newRuns) {
    const { packageRef } = newRun;
    const earlier = there.get(packageRef);
    if (earlier) entries.push({ packageRef, ...earlier, created: false });
    else {
      const entry = limit ?? (await create(db, queue, batch, newRun));
      if ('code' in entry) limit = entry;
      entries.push({ packageRef, ...entry });
    }
  }
  return entries;
}

async function create(
  db: Kysely<Tables>,
  queue: JobQueue,
  batch: Batch,
  newRun: Batch['newRuns'][number],
): Promise<Created | Waiting> {
  const { accountId, cost } = batch;
  try {
    await batch.admit();
    const request = { accountId, newRun, cost, key: keyOf(batch.key, newRun.packageRef) };
    const { run, replayed } = await createRun(db, queue, request);
    return { runId: run.id, status: run.status, created: !replayed };
  } catch (thrown) {
    const error = thrown instanceof HttpError ? thrown.error : thrown;
    if (!(error instanceof ServiceError) || !limits.has(error.code)) throw thrown;
    return { code: error.code, detail: error.message };
  }
}

/** The runs that earlier requests with the same key have created, by package. */
async function existingRuns(db: Kysely<Tables>, { accountId, key, newRuns }: Batch) {
  const byKey = new Map(newRuns.map((newRun) => [keyOf(key, newRun.packageRef), newRun]));
  const rows = await db
    .selectFrom('idempotency_keys as used')
    .innerJoin('runs as run', 'run.id', 'used.run_id')
    .select(['used.key', 'used.payload', 'run.id', 'run.status'])
    .where('used.account_id', '=', accountId)
    .where('used.key', 'in', [...byKey.keys()])
    .where('used.created_at', '>=', sql<Date>`now() - interval '24 hours'`)
    .execute();
  const runs = new Map<string, { runId: string; status: RunStatus }>();
  for (const { key, payload, id, status } of rows) {
    const newRun = byKey.get(key);
    if (!newRun) continue;
    if (Buffer.compare(payload, payloadOf(newRun)) !== 0) {
      throw serviceError('INVALID_PAYLOAD', { reason: 'This Idempotency-Key was used with other options' });
    }
    runs.set(newRun.packageRef, { runId: id, status });
  }
  return runs;
}

/** The Idempotency-Key of a package in a batch; with a space, which a key from a caller cannot have. */
function keyOf(batchKey: string, packageRef: string): string {
  return `batch ${digestOf(JSON.stringify([batchKey, packageRef]))}`;
}
