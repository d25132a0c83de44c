import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { Value } from 'typebox/value';
import { serviceError } from '../../kernel/errors.ts';
import type { Verification } from '../../kernel/result.ts';
import * as schemas from '../../kernel/result-schemas.ts';
import type { RunStatus, Tables } from './tables.ts';

/** A run without its upload and its verification. */
export interface Run {
  id: string;
  number: number;
  accountId: string;
  projectType: string;
  packageName?: string;
  packageRef?: string;
  ref?: string;
  /** Seconds. */
  timeout: number;
  status: RunStatus;
  attempt: number;
  /** Credits. */
  cost: number;
  checks: { done: number; total: number };
  lastSeq: number;
  cancelRequested: boolean;
  createdAt: Date;
  startedAt?: Date;
  finishedAt?: Date;
  /** Position of a queued run, starting at 1; absent beyond the first 1,000. */
  queuePosition?: number;
  webToken: string;
}

/** The columns that `toRun` reads; without the verification, which may be large. */
export const runColumns = [
  'id',
  'number',
  'account_id',
  'project_type',
  'package_name',
  'package_ref',
  'ref',
  'timeout',
  'status',
  'attempt',
  'cost',
  'checks_done',
  'checks_total',
  'last_seq',
  'cancel_requested_at',
  'created_at',
  'started_at',
  'finished_at',
  'web_token',
] as const;

type RunRow = Pick<Selectable<Tables['runs']>, (typeof runColumns)[number]>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws {ServiceError} NOT_FOUND, also for a run of another account */
export async function readRun(db: Kysely<Tables>, accountId: string, id: string): Promise<Run> {
  const run = await findRun(runsIn(db).where('run.account_id', '=', accountId), id);
  if (!run) throw unknownRun(id);
  return run;
}

/**
 * Reads a run by its link.
 * @throws {ServiceError} NOT_FOUND, also for a wrong token
 */
export async function readLinkedRun(db: Kysely<Tables>, id: string, token: string): Promise<Run> {
  const run = await findRun(runsIn(db), id);
  // Hashes have equal lengths, and the comparison takes constant time.
  if (!run || !timingSafeEqual(digest(token), digest(run.webToken))) throw unknownRun(id);
  return run;
}

async function findRun(query: ReturnType<typeof runsIn>, id: string): Promise<Run | undefined> {
  const row = uuid.test(id) ? await query.where('run.id', '=', id).executeTakeFirst() : undefined;
  return row && toRun(row);
}

const unknownRun = (id: string) => serviceError('NOT_FOUND', { what: `Run "${id.slice(0, 64)}"` });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Newest first. @param before only runs with a lower number */
export async function listRuns(
  db: Kysely<Tables>,
  accountId: string,
  { limit, before }: { limit: number; before?: number },
): Promise<Run[]> {
  const rows = await runsIn(db)
    .where('run.account_id', '=', accountId)
    .$if(before !== undefined, (query) => query.where('run.number', '<', before ?? 0))
    .orderBy('run.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/**
 * Reads a finished run with its verification.
 * @throws {ServiceError} NOT_FOUND, RUN_NOT_FINISHED
 */
export async function readVerification(
  db: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<{ run: Run; verification: Verification }> {
  const run = await readRun(db, accountId, id);
  const row = await db.selectFrom('runs').select('verification').where('id', '=', run.id).executeTakeFirst();
  if (!row?.verification) throw serviceError('RUN_NOT_FINISHED', { runId: id });
  return { run, verification: Value.Parse(schemas.Verification, JSON.parse(row.verification)) };
}

/** Counting a long queue would be slow. */
const maxQueuePosition = 1_000;

function runsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('runs as run')
    .select(runColumns.map((column) => `run.${column}` as const))
    .select((eb) =>
      eb
        .case()
        .when('run.status', '=', 'queued')
        .then(
          eb
            .selectFrom((ahead) =>
              ahead
                .selectFrom('runs as other')
                .select('other.number')
                .whereRef('other.number', '<=', 'run.number')
                .where('other.status', '=', 'queued')
                .limit(maxQueuePosition + 1)
                .as('ahead'),
            )
            .select(sql<number>`count(*)`.as('position')),
        )
        .end()
        .as('queue_position'),
    );
}

export function toRun(row: RunRow & { queue_position?: number | null }): Run {
  const position = row.queue_position ?? null;
  return {
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    projectType: row.project_type,
    ...(row.package_name !== null && { packageName: row.package_name }),
    ...(row.package_ref !== null && { packageRef: row.package_ref }),
    ...(row.ref !== null && { ref: row.ref }),
    timeout: row.timeout,
    status: row.status,
    attempt: row.attempt,
    cost: row.cost,
    checks: { done: row.checks_done, total: row.checks_total },
    lastSeq: row.last_seq,
    cancelRequested: row.cancel_requested_at !== null,
    createdAt: row.created_at,
    ...(row.started_at && { startedAt: row.started_at }),
    ...(row.finished_at && { finishedAt: row.finished_at }),
    ...(position !== null && position <= maxQueuePosition && { queuePosition: position }),
    webToken: row.web_token,
  };
}

export const isFinal = (status: RunStatus) => status !== 'queued' && status !== 'running';
