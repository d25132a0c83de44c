import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import type { JobQueue } from './job-queue.ts';
import { queueRun } from './queue-run.ts';
import { readVerification } from './runs.ts';
import type { RunStatus, Tables } from './tables.ts';

/** Repetitions with one release of n8n that are queued or running at the same time. */
export const maxOpen = 200;
/** Runs per transaction. */
const batchSize = 50;
/** Entries per answer of `listRepeated`. */
const pageSize = 100;

/** Arbitrary, but unique among the advisory locks of this database. */
const repeatLock = 7_071;

interface Repetition {
  /** Exact version of n8n. */
  n8n: string;
  projectType: string;
  /** Number of the last run before this repetition was asked for: rejected repetitions up to it are tried again. */
  after?: number;
}

interface RepeatProgress {
  after: number;
  /** Runs that this call queued. */
  queued: number;
  /** Repetitions with this release that have not ended. */
  open: number;
}

/**
 * Queues the last successful run of each published package once more, with another release of n8n: a batch of those that
 * were not repeated with it, the oldest first. Call it until nothing is queued and nothing is open. Safe to run in several
 * processes, and to go on with after a crash. A repetition costs no credits and does not count towards the limits of its
 * account.
 */
export function repeatRuns(db: Kysely<Tables>, queue: JobQueue, repetition: Repetition): Promise<RepeatProgress> {
  const { n8n } = repetition;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(repeatLock)})`.execute(trx);
    const after = repetition.after ?? (await lastNumber(trx));
    const open = await countOpen(trx, n8n);
    const runs = await notRepeated(trx, { ...repetition, after }, Math.min(batchSize, maxOpen - open));
    for (const { id, account_id: accountId, package_ref: reference, project_type: projectType, timeout } of runs) {
      const { verification } = await readVerification(trx, accountId, id);
      const packageRef = exactReference(reference ?? '', verification.packageVersion);
      const newRun = { projectType, packageRef, timeout };
      await queueRun(trx, queue, { id: randomUUID(), accountId, newRun, cost: 0, repeats: { runId: id, n8n } });
    }
    return { after, queued: runs.length, open: open + runs.length };
  });
}

/** `name@version` of what was verified; the reference as it was given if the run does not say. */
function exactReference(reference: string, version: string | undefined): string {
  return version === undefined ? reference : `${parsePackageReference(reference).name}@${version}`;
}

async function lastNumber(trx: Kysely<Tables>): Promise<number> {
  const last = await trx.selectFrom('runs').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return last?.number ?? 0;
}

async function countOpen(trx: Kysely<Tables>, n8n: string): Promise<number> {
  const { open } = await trx
    .selectFrom('runs')
    .select(sql<number>`count(*)`.as('open'))
    .where('repeats', 'is not', null)
    .where('n8n', '=', n8n)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return open;
}

/** The last successful run of each package that was not repeated with a release. */
function notRepeated(trx: Kysely<Tables>, { n8n, projectType, after }: Required<Repetition>, limit: number) {
  return trx
    .with('last', (query) =>
      query
        .selectFrom('runs')
        .select(['id', 'number', 'account_id', 'package_ref', 'project_type', 'timeout'])
        .distinctOn('package')
        .where('status', '=', 'success')
        .where('project_type', '=', projectType)
        .where('package_ref', 'is not', null)
        .where('repeats', 'is', null)
        .orderBy('package')
        .orderBy('number', 'desc'),
    )
    .selectFrom('last')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as repeated')
            .select('repeated.id')
            .whereRef('repeated.repeats', '=', 'last.id')
            .where('repeated.n8n', '=', n8n)
            .where(({ or, eb }) => or([eb('repeated.status', '!=', 'rejected'), eb('repeated.number', '>', after)])),
        ),
      ),
    )
    .orderBy('last.number')
    .limit(Math.max(0, limit))
    .execute();
}

/** A run that repeats another one. */
export interface Repeated {
  number: number;
  runId: string;
  accountId: string;
  packageRef: string;
  status: RunStatus;
  /** The repeated run, unless it was removed. */
  before: { runId: string; accountId: string } | undefined;
}

/** Lists a page of the ended repetitions with a release, in the order in which they were queued. @param after number of the last one before */
export async function listRepeated(db: Kysely<Tables>, n8n: string, after: number): Promise<Repeated[]> {
  const rows = await db
    .selectFrom('runs as run')
    .leftJoin('runs as before', 'before.id', 'run.repeats')
    .select(['run.id', 'run.number', 'run.account_id', 'run.package_ref', 'run.status'])
    .select(['before.id as before_id', 'before.account_id as before_account'])
    .where('run.repeats', 'is not', null)
    .where('run.n8n', '=', n8n)
    .where('run.number', '>', after)
    .where('run.finished_at', 'is not', null)
    .orderBy('run.number')
    .limit(pageSize)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    runId: row.id,
    accountId: row.account_id,
    packageRef: row.package_ref ?? '',
    status: row.status,
    before:
      row.before_id === null || row.before_account === null
        ? undefined
        : { runId: row.before_id, accountId: row.before_account },
  }));
}
