import { major } from 'semver';
import { hostReleases } from './host-modules.ts';

/** An n8n-workflow that packages are checked against. */
export interface WorkflowVersion {
  /** Name under which it is installed here. */
  installed: string;
  /** Exact. */
  version: string;
}

/** Versions of n8n-workflow: that of the current n8n, and that of the last n8n of the previous major version. */
export function workflowVersions(): { current: WorkflowVersion; previous: WorkflowVersion } {
  const [current, previous] = hostReleases;
  return {
    current: { installed: 'n8n-workflow', version: current.workflow },
    previous: { installed: previousAlias(previous.workflow), version: previous.workflow },
  };
}

/** Name under which package.json has the previous n8n-workflow: `n8n-workflow-1`. */
export function previousAlias(version: string): string {
  return `n8n-workflow-${major(version)}`;
}
