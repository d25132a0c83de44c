import type { Run } from '../store/runs.ts';

/** What the pages call the statuses of runs. */
export const statusWords: Readonly<Record<Run['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  success: 'Passed',
  failed: 'Failed',
  timeout: 'Timed out',
  rejected: 'Rejected',
};

/** What a run is about, as its creator called it. */
export function nameOf({ packageName, packageRef }: Run): string {
  return packageRef || packageName || 'A project without a name';
}
