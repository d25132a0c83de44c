import { type Kysely, type Selectable, sql } from 'kysely';
import type { LogEntry } from '../../kernel/events.ts';
import type { Verification } from '../../kernel/result.ts';
import { settleCredits } from './credits.ts';
import { tellRun } from './notifications.ts';
import { isFinal, type Run, readRun, runColumns, toRun } from './runs.ts';
import type { Tables } from './tables.ts';

/** A run that crashes this often takes its workers down: it is not started again. */
export const mostCrashes = 3;

type RunRow = Selectable<Tables['runs']>;

/** A start of a run, and the right to write to it while no later one has begun. */
export interface Attempt {
  run: Run;
  number: number;
}

/** Thrown by writes of an attempt that is over: another worker has the run, or it has ended. */
export class AttemptOver extends Error {
  constructor(attempt: Attempt) {
    super(`attempt ${attempt.number} of run ${attempt.run.id} is over`);
    this.name = 'AttemptOver';
  }
}

/**
 * Starts a run: from now on no earlier attempt can write to it. Undefined when there is nothing to start, because it
 * has ended, or ends here: it was cancelled, or its attempts have crashed too often.
 * @param onEnd called with a run that has ended here
 */
export async function startAttempt(
  db: Kysely<Tables>,
  runId: string,
  onEnd: (run: Run) => void = () => {},
): Promise<Attempt | undefined> {
  let ended: Run | undefined;
  const attempt = await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, runId);
    if (!row || isFinal(row.status)) return undefined;
    const crashes = row.crashes + (row.status === 'running' ? 1 : 0);
    if (row.cancel_requested_at) {
      ended = await finish(trx, row, rejection(row, 'CANCELLED: the run was cancelled'));
      return undefined;
    }
    if (crashes >= mostCrashes) {
      const reason = `RUNNER_ERROR: the worker stopped ${crashes} times while it verified this`;
      ended = await finish(trx, { ...row, crashes }, rejection(row, reason));
      return undefined;
    }
    const started = await trx
      .updateTable('runs')
      .set({
        status: 'running',
        attempt: row.attempt + 1,
        crashes,
        checks_done: 0,
        started_at: row.started_at ?? sql`now()`,
      })
      .where('id', '=', runId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tellRun(trx, runId);
    return { run: toRun(started), number: started.attempt };
  });
  if (ended) onEnd(ended);
  return attempt;
}

export interface Progress {
  /** Log lines, in their order. */
  entries: readonly (LogEntry & { time: Date })[];
  checks: { done: number; total: number };
  /** The number of the last line before these. */
  after: number;
}

/**
 * Appends to a run's log and tells how far it is. Doing it again after an answer that was lost changes nothing.
 * @returns the number of the last line
 * @throws {AttemptOver}
 */
export async function appendProgress(db: Kysely<Tables>, attempt: Attempt, progress: Progress): Promise<number> {
  const { entries, checks, after } = progress;
  const last = after + entries.length;
  const { id } = attempt.run;
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, id);
    if (!row || !holds(row, attempt)) throw new AttemptOver(attempt);
    if (row.last_seq === last && entries.length > 0) return;
    if (row.last_seq !== after) throw new Error(`the log of run ${id} goes on after ${row.last_seq}, not ${after}`);
    await trx
      .updateTable('runs')
      .set({ last_seq: last, checks_done: checks.done, checks_total: checks.total })
      .where('id', '=', id)
      .execute();
    if (entries.length > 0) {
      const rows = entries.map(({ time, level, message, check }, index) => ({
        run_id: id,
        seq: after + index + 1,
        time,
        level,
        message,
        check_name: check ?? null,
      }));
      await trx.insertInto('run_logs').values(rows).execute();
    }
    await tellRun(trx, id);
  });
  return last;
}

/**
 * Gives the run its final status and settles its credits: rejected refunds, everything else charges. Doing it again
 * after an answer that was lost changes nothing.
 * @throws {AttemptOver}
 */
export async function finishAttempt(db: Kysely<Tables>, attempt: Attempt, verification: Verification): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, attempt.run.id);
    if (row && isFinal(row.status) && row.attempt === attempt.number) return;
    if (!row || !holds(row, attempt)) throw new AttemptOver(attempt);
    await finish(trx, row, verification);
  });
}

/**
 * Gives a run back that was not finished, to be started elsewhere: not a crash.
 * @throws {AttemptOver}
 */
export async function releaseAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const released = await trx
      .updateTable('runs')
      .set({ status: 'queued', checks_done: 0 })
      .where('id', '=', attempt.run.id)
      .where('attempt', '=', attempt.number)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (released.numUpdatedRows === 0n) throw new AttemptOver(attempt);
    await tellRun(trx, attempt.run.id);
  });
}

/**
 * Asks for the end of a run. One that has not started ends here; a running one is ended by its worker. One that has
 * ended stays as it is.
 * @throws {ServiceError} NOT_FOUND
 */
export async function cancelRun(db: Kysely<Tables>, accountId: string, runId: string): Promise<Run> {
  const { id } = await readRun(db, accountId, runId);
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, id);
    if (!row || isFinal(row.status) || row.cancel_requested_at) return;
    await trx.updateTable('runs').set({ cancel_requested_at: sql`now()` }).where('id', '=', id).execute();
    if (row.status === 'queued') {
      await finish(trx, row, rejection(row, 'CANCELLED: the run was cancelled before it started'));
    } else {
      await tellRun(trx, id);
    }
  });
  return readRun(db, accountId, id);
}

/** Whether an attempt may still write, and whether it is wanted. */
export async function lookAtAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<'wanted' | 'cancelled' | 'over'> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', attempt.run.id).executeTakeFirst();
  if (!row || !holds(row, attempt)) return 'over';
  return row.cancel_requested_at ? 'cancelled' : 'wanted';
}

const holds = (row: RunRow, attempt: Attempt) => row.status === 'running' && row.attempt === attempt.number;

function lockRun(trx: Kysely<Tables>, id: string): Promise<RunRow | undefined> {
  return trx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The one way into a final status. The row is locked. */
async function finish(trx: Kysely<Tables>, row: RunRow, verification: Verification): Promise<Run> {
  const { checks, status } = verification;
  const ended = await trx
    .updateTable('runs')
    .set({
      status,
      crashes: row.crashes,
      verification: JSON.stringify(verification),
      checks_done: checks.length,
      checks_total: checks.length,
      finished_at: sql`now()`,
    })
    .where('id', '=', row.id)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
  await settleCredits(trx, row, status === 'rejected' ? 'refund' : 'charge');
  await trx.deleteFrom('uploads').where('run_id', '=', row.id).execute();
  await tellRun(trx, row.id);
  return toRun(ended);
}

function rejection(row: RunRow, summary: string): Verification {
  const packageName = row.package_name ?? row.package_ref ?? '';
  return { projectType: row.project_type, packageName, status: 'rejected', passed: false, summary, checks: [] };
}
