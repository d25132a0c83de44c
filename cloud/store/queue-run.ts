import { type Kysely, sql } from 'kysely';
import type { GitState } from '../../kernel/git-state.ts';
import type { UploadedFile } from '../../runner/source/uploaded-file.ts';
import { holdCredits } from './credits.ts';
import type { JobQueue } from './job-queue.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

/** A validated create-run request; `files` in project mode, `packageRef` in package mode. */
export interface NewRun extends GitState {
  projectType: string;
  packageName?: string;
  packageRef?: string;
  files?: readonly UploadedFile[];
  ref?: string;
  /** The current ruleset when absent. */
  ruleset?: 'next';
  /** Whether to compare the project with its published version. */
  againstPublished?: boolean;
  /** Seconds. */
  timeout: number;
}

interface QueuedRun {
  id: string;
  accountId: string;
  newRun: Omit<NewRun, 'files'>;
  /** Credits. */
  cost: number;
  /** For a run that repeats another one: its id, and the exact version of n8n to verify with. */
  repeats?: { runId: string; n8n: string };
}

/** The turn of runs for which no client waits, after all others: the largest integer of PostgreSQL. */
const lastTurn = 2 ** 31 - 1;

/**
 * Stores a run, holds its credits and queues its job, in the transaction that creates it. Checks no limits. Concurrent
 * calls for one account must be serialized.
 */
export async function queueRun(trx: Kysely<Tables>, queue: JobQueue, run: QueuedRun): Promise<void> {
  const { id, accountId, newRun, cost, repeats } = run;
  await holdCredits(trx, accountId, id, cost);
  const turn = repeats ? lastTurn : await nextTurn(trx, accountId);
  await trx
    .insertInto('runs')
    .values({
      id,
      account_id: accountId,
      job_id: await queue.send(trx, id, newRun.timeout, turn),
      turn,
      project_type: newRun.projectType,
      package_name: newRun.packageName ?? null,
      package_ref: newRun.packageRef ?? null,
      ref: newRun.ref ?? null,
      ruleset: newRun.ruleset ?? null,
      against_published: newRun.againstPublished ?? false,
      git_remote: newRun.gitRemote ?? null,
      git_commit: newRun.gitCommit ?? null,
      git_branch: newRun.gitBranch ?? null,
      git_dirty: newRun.gitDirty ?? null,
      n8n: repeats?.n8n ?? null,
      repeats: repeats?.runId ?? null,
      timeout: newRun.timeout,
      cost,
      web_token: randomText(32),
    })
    .execute();
}

/**
 * The turn of an account's next run: after its last queued one, but not before the one that starts next. Accounts thus take
 * turns, however many runs each has queued, and none can keep another waiting for ever (start-time fair queuing by
 * Goyal, Vin and Cheng, 1996). Starts again at 0 when the queue is empty.
 */
async function nextTurn(trx: Kysely<Tables>, accountId: string): Promise<number> {
  const queued = trx.selectFrom('runs').where('status', '=', 'queued').where('repeats', 'is', null);
  const { turn } = await trx
    .selectNoFrom(({ fn }) => [
      fn<number>('greatest', [
        sql.lit(0),
        queued.where('account_id', '=', accountId).select(sql<number>`max(turn) + 1`.as('after')),
        queued.select(({ fn }) => fn.min('turn').as('next')),
      ]).as('turn'),
    ])
    .executeTakeFirstOrThrow();
  return turn;
}
