import type { Run } from '../store/runs.ts';

const labels: Readonly<Record<Run['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  success: 'Passed',
  failed: 'Failed',
  timeout: 'Timed out',
  rejected: 'Rejected',
};

/** The label of a status. SPEC has none for cancelled runs, which are rejected. */
export function statusLabel({ status, cancelled }: { status: Run['status']; cancelled: boolean }): string {
  return cancelled ? 'Cancelled' : labels[status];
}

/** The name of a run's package. */
export function nameOf({ packageName, packageRef }: Run): string {
  return packageRef || packageName || 'Unnamed project';
}
