import type { Run } from '../store/runs.ts';

/** The labels of the statuses. */
export const statusLabels: Readonly<Record<Run['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  success: 'Passed',
  failed: 'Failed',
  timeout: 'Timed out',
  rejected: 'Rejected',
};

/** The name of a run's package. */
export function nameOf({ packageName, packageRef }: Run): string {
  return packageRef || packageName || 'Unnamed project';
}
