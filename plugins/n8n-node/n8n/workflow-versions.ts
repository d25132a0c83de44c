import { createRequire } from 'node:module';

/** An n8n-workflow that packages are held against. */
export interface WorkflowVersion {
  /** Under what name it is installed here. */
  installed: string;
  /** Exact. */
  version: string;
}

const require = createRequire(import.meta.url);

/** The one of the n8n that a package is verified for, and the last one of the major version before. */
export function workflowVersions(): { current: WorkflowVersion; previous: WorkflowVersion } {
  const current: Pick<WorkflowVersion, 'version'> = require('n8n-workflow/package.json');
  const previous: Pick<WorkflowVersion, 'version'> = require('n8n-workflow-1/package.json');
  return {
    current: { installed: 'n8n-workflow', version: current.version },
    previous: { installed: 'n8n-workflow-1', version: previous.version },
  };
}
