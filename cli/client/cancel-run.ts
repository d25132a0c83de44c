import { isFinal, type RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';
import { retry } from './retry.ts';

/** Seconds for `?wait`. */
const wait = 2;

/**
 * Cancels a run, named by its id or a prefix of it, and waits until it is finished or the signal aborts.
 * @returns the last record, which is not final if the signal aborts first
 * @throws {ServiceError} if it cannot be cancelled; the reason of the signal if it aborts first
 */
export async function cancelRun(cloud: Cloud, runId: string, signal: AbortSignal): Promise<RunRecord> {
  const options = { until: Number.POSITIVE_INFINITY, signal };
  let record = await retry(() => cloud.cancel(runId, signal), options);
  const id = record.runId;
  try {
    while (!isFinal(record)) record = await retry(() => cloud.run(id, { wait, signal }), options);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return record;
}
