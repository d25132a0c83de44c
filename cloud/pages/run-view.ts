import type { CloudContext } from '../server/cloud-context.ts';
import { type CheckState, readCheckStates } from '../store/check-states.ts';
import { readLog } from '../store/run-logs.ts';
import { isFinal, type Run, readVerification } from '../store/runs.ts';
import { maxLogLines } from './log-view.ts';
import type { RunView } from './run-page.ts';

/** Reads what the page of a run shows. */
export async function readRunView(
  { database, kernel }: Pick<CloudContext, 'database' | 'kernel'>,
  run: Run,
): Promise<RunView> {
  const db = database.kysely;
  const after = Math.max(0, run.lastSeq - maxLogLines);
  const lines = await readLog(db, run.id, { after, limit: maxLogLines });
  if (isFinal(run.status)) {
    const { verification } = await readVerification(db, run.accountId, run.id);
    return { run, verification, lines };
  }
  // Until its worker has reported them, those that this server knows.
  const checks = kernel.checks(run.projectType, run.packageRef === undefined ? 'project' : 'package');
  const expected = checks.map(({ name, title }): CheckState => ({ name, title, state: 'waiting' }));
  return { run, states: (await readCheckStates(db, run.id)) ?? expected, lines };
}
