import { type Kysely, type Selectable, sql } from 'kysely';
import type { LogEntry } from '../../kernel/events.ts';
import { printable } from '../../kernel/printable.ts';
import { isCancelled, type Verification } from '../../kernel/result.ts';
import type { CheckState } from './check-states.ts';
import { settleCredits } from './credits.ts';
import { changedRuns, notify } from './notifications.ts';
import { isFinal, type Run, readRun, runColumns, toRun } from './runs.ts';
import type { Tables } from './tables.ts';
import { addDeliveries } from './webhook-deliveries.ts';

/** A run is rejected after this many crashes of its worker. */
export const maxCrashes = 3;

type RunRow = Selectable<Tables['runs']>;

/** One start of a run. Its writes count until a later attempt starts. */
export interface Attempt {
  run: Run;
  number: number;
}

/** Thrown by writes of an attempt that is no longer current: another worker has taken over the run, or it has ended. */
export class StaleAttempt extends Error {
  constructor(attempt: Attempt) {
    super(`attempt ${attempt.number} of run ${attempt.run.id} is stale`);
    this.name = 'StaleAttempt';
  }
}

/**
 * Starts an attempt; earlier ones can no longer write to the run.
 * @param onEnd called when this ends the run instead: it was cancelled, or has crashed too often
 * @returns undefined when the run has ended
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
      ended = await finish(trx, row, rejection(toRun(row), 'CANCELLED: the run was cancelled'));
      return undefined;
    }
    if (crashes >= maxCrashes) {
      const reason = `RUNNER_ERROR: The worker crashed ${crashes} times during this run`;
      ended = await finish(trx, { ...row, crashes }, rejection(toRun(row), reason));
      return undefined;
    }
    const started = await trx
      .updateTable('runs')
      .set({
        status: 'running',
        attempt: row.attempt + 1,
        crashes,
        checks_done: 0,
        check_states: null,
        started_at: row.started_at ?? sql`now()`,
      })
      .where('id', '=', runId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(trx, changedRuns, runId);
    return { run: toRun(started), number: started.attempt };
  });
  if (ended) onEnd(ended);
  return attempt;
}

interface Progress {
  /** Log lines in order. */
  entries: readonly (LogEntry & { time: Date })[];
  checks: { done: number; total: number };
  /** The checks in order, once they are known. */
  states?: readonly CheckState[];
  /** The number of the last stored line. */
  after: number;
}

/**
 * Appends to the log of a run and updates its progress. Idempotent: may be repeated after a lost response.
 * @returns the number of the last line
 * @throws {StaleAttempt}
 */
export async function appendProgress(db: Kysely<Tables>, attempt: Attempt, progress: Progress): Promise<number> {
  const { entries, checks, states, after } = progress;
  const last = after + entries.length;
  const { id } = attempt.run;
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, id);
    if (!row || !isCurrent(row, attempt)) throw new StaleAttempt(attempt);
    if (row.last_seq === last && entries.length > 0) return;
    if (row.last_seq !== after) throw new Error(`the log of run ${id} ends at line ${row.last_seq}, not ${after}`);
    await trx
      .updateTable('runs')
      .set({
        last_seq: last,
        checks_done: checks.done,
        checks_total: checks.total,
        ...(states && { check_states: JSON.stringify(states) }),
      })
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
    await notify(trx, changedRuns, id);
  });
  return last;
}

/**
 * Gives the run its final status and settles its credits: `rejected` refunds, all others charge. Idempotent: may be
 * repeated after a lost response.
 * @throws {StaleAttempt}
 */
export async function finishAttempt(db: Kysely<Tables>, attempt: Attempt, verification: Verification): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, attempt.run.id);
    if (row && isFinal(row.status) && row.attempt === attempt.number) return;
    if (!row || !isCurrent(row, attempt)) throw new StaleAttempt(attempt);
    await finish(trx, row, verification);
  });
}

/**
 * Returns an unfinished run to the queue. This does not count as a crash.
 * @throws {StaleAttempt}
 */
export async function releaseAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const released = await trx
      .updateTable('runs')
      .set({ status: 'queued', checks_done: 0, check_states: null })
      .where('id', '=', attempt.run.id)
      .where('attempt', '=', attempt.number)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (released.numUpdatedRows === 0n) throw new StaleAttempt(attempt);
    await notify(trx, changedRuns, attempt.run.id);
  });
}

/**
 * Cancels a run: ends a queued run, asks the worker of a running one to end it, and leaves an ended run unchanged.
 * @throws {ServiceError} NOT_FOUND
 */
export async function cancelRun(db: Kysely<Tables>, accountId: string, runId: string): Promise<Run> {
  const { id } = await readRun(db, accountId, runId);
  await db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, id);
    if (!row || isFinal(row.status)) return;
    // A running run is cancelled once; its worker may have returned it to the queue since.
    if (row.cancel_requested_at && row.status === 'running') return;
    await trx.updateTable('runs').set({ cancel_requested_at: sql`now()` }).where('id', '=', id).execute();
    if (row.status === 'queued') {
      await finish(trx, row, rejection(toRun(row), 'CANCELLED: the run was cancelled before it started'));
    } else {
      await notify(trx, changedRuns, id);
    }
  });
  return readRun(db, accountId, id);
}

export async function attemptState(db: Kysely<Tables>, attempt: Attempt): Promise<'current' | 'cancelled' | 'stale'> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', attempt.run.id).executeTakeFirst();
  if (!row || !isCurrent(row, attempt)) return 'stale';
  return row.cancel_requested_at ? 'cancelled' : 'current';
}

const isCurrent = (row: RunRow, attempt: Attempt) => row.status === 'running' && row.attempt === attempt.number;

function lockRun(trx: Kysely<Tables>, id: string): Promise<RunRow | undefined> {
  return trx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The only way to a final status. The caller has locked the row. */
async function finish(trx: Kysely<Tables>, row: RunRow, verification: Verification): Promise<Run> {
  const { checks, status } = verification;
  const ended = await trx
    .updateTable('runs')
    .set({
      status,
      crashes: row.crashes,
      cancelled: isCancelled(verification),
      // PostgreSQL has no NUL in texts.
      summary: printable(verification.summary),
      verification: JSON.stringify(verification),
      checks_done: checks.length,
      checks_total: checks.length,
      check_states: null,
      finished_at: sql`now()`,
    })
    .where('id', '=', row.id)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
  await settleCredits(trx, row, status === 'rejected' ? 'refund' : 'charge');
  await trx.deleteFrom('uploads').where('run_id', '=', row.id).execute();
  // The account did not ask for what the operator repeats.
  if (row.repeats === null) await addDeliveries(trx, ended, verification);
  await notify(trx, changedRuns, row.id);
  return toRun(ended);
}

/** The result of a run that was not verified. @param summary starts with a code and a colon */
export function rejection({ projectType, packageName, packageRef = '' }: Run, summary: string): Verification {
  return {
    projectType,
    packageName: packageName ?? packageRef,
    status: 'rejected',
    passed: false,
    summary,
    checks: [],
  };
}
