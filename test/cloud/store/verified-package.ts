import { createRun } from '../../../cloud/store/create-run.ts';
import { finishAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import type { Verification } from '../../../kernel/result.ts';
import { type TestStore, verification } from './test-store.ts';

/** Creates a run of a published package and ends it. @returns its id */
export async function verifiedPackage(
  store: TestStore,
  accountId: string,
  packageRef: string,
  result: Partial<Verification> = {},
): Promise<string> {
  const newRun = { projectType: 'n8n-node', packageRef, timeout: 60 };
  const { run } = await createRun(store.database.kysely, store.queue, { accountId, newRun, cost: 1 });
  await endRun(store, run.id, result);
  return run.id;
}

/** Verifies a run, as a worker does. */
export async function endRun({ database }: TestStore, runId: string, result: Partial<Verification>): Promise<void> {
  const attempt = await startAttempt(database.kysely, runId);
  if (!attempt) throw new Error(`run ${runId} has ended`);
  await finishAttempt(database.kysely, attempt, { ...verification(result.status), ...result });
}
