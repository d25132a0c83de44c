import { cancelRun } from '../store/run-attempts.ts';
import { isFinal, type Run, readRun } from '../store/runs.ts';
import type { CloudContext } from './cloud-context.ts';

/**
 * Cancels a run of an account, named by its id or a prefix of it; an ended run is unchanged.
 * @returns the run, and whether it had ended before
 * @throws {ServiceError} NOT_FOUND, AMBIGUOUS_RUN_ID
 */
export async function cancelAndCount(
  { database, metrics }: Pick<CloudContext, 'database' | 'metrics'>,
  accountId: string,
  id: string,
): Promise<{ run: Run; hadEnded: boolean }> {
  const before = await readRun(database.kysely, accountId, id);
  if (isFinal(before.status)) return { run: before, hadEnded: true };
  const run = await cancelRun(database.kysely, accountId, before.id);
  // A running run is ended, and counted, by its worker.
  if (before.status === 'queued' && isFinal(run.status) && run.attempt === before.attempt) metrics.ended(run);
  return { run, hadEnded: false };
}
