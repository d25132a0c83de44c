import type { Kysely } from 'kysely';
import type { NewRun } from './create-run.ts';
import { holdCredits } from './credits.ts';
import type { JobQueue } from './job-queue.ts';
import { randomText } from './random-text.ts';
import type { Tables } from './tables.ts';

export interface QueuedRun {
  id: string;
  accountId: string;
  newRun: Omit<NewRun, 'files'>;
  /** Credits. */
  cost: number;
  /** For a run that repeats another one: its id, and the exact version of n8n to verify with. */
  repeats?: { runId: string; n8n: string };
}

/** Runs that nobody waits for start after all others. */
const lowPriority = -1;

/** Stores a run, holds its credits and queues its job, in the transaction that creates it. Checks no limits. */
export async function queueRun(trx: Kysely<Tables>, queue: JobQueue, run: QueuedRun): Promise<void> {
  const { id, accountId, newRun, cost, repeats } = run;
  await holdCredits(trx, accountId, id, cost);
  await trx
    .insertInto('runs')
    .values({
      id,
      account_id: accountId,
      job_id: await queue.send(trx, id, newRun.timeout, repeats && lowPriority),
      project_type: newRun.projectType,
      package_name: newRun.packageName ?? null,
      package_ref: newRun.packageRef ?? null,
      ref: newRun.ref ?? null,
      ruleset: newRun.ruleset ?? null,
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
