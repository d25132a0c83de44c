import { Judge } from '../judge/judge.ts';
import { type LocalOptions, localBackend } from './local-backend.ts';
import type { RunRequest } from './run-request.ts';
import type { RunOutcome, RunUpdate } from './run-update.ts';

/**
 * Runs a request on this machine to its end.
 * @param onUpdate called with each update
 */
export async function runLocally(
  request: RunRequest,
  options: LocalOptions,
  signal: AbortSignal,
  onUpdate?: (update: RunUpdate) => void,
): Promise<RunOutcome> {
  await using judge = new Judge();
  for await (const update of localBackend(judge, options)(request, signal)) {
    onUpdate?.(update);
    if (update.type === 'end') return update.outcome;
  }
  throw new Error('the run ended without an outcome');
}
