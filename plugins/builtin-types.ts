import { definePlugin, type Plugin } from '../kernel/plugin.ts';
import { n8nNodeProject } from './n8n-node/project-type.ts';
import { n8nWorkflowPlugin } from './n8n-workflow/index.ts';

/**
 * The project types of builtin.ts without their checks: enough to tell what a project is and what is sent of it, in a
 * fraction of the time that the checks take to load.
 */
export const builtinTypes: readonly Plugin[] = [
  definePlugin({ name: 'n8n-node', projectTypes: [n8nNodeProject] }),
  n8nWorkflowPlugin,
];
