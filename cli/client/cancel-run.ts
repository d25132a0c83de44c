import { isFinal, type RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';
import { retry } from './retry.ts';

/** Seconds that the server is asked to hold an answer. */
const wait = 2;

/**
 * Cancels a run and waits until it has ended, or until the signal aborts.
 * @returns the last record seen: not a final one when time ran out
 * @throws {ServiceError} when it can't be cancelled; the signal's reason when time ran out before it could be
 */
export async function cancelRun(cloud: Cloud, runId: string, signal: AbortSignal): Promise<RunRecord> {
  const patience = { until: Number.POSITIVE_INFINITY, signal };
  let record = await retry(() => cloud.cancel(runId, signal), patience);
  try {
    while (!isFinal(record)) record = await retry(() => cloud.run(runId, { wait, signal }), patience);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return record;
}
