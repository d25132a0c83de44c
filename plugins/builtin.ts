import { createKernel } from '../kernel/kernel.ts';
import { withNextRuleset } from '../kernel/next-ruleset.ts';
import type { Kernel, Plugin } from '../kernel/plugin.ts';
import { n8nNodePlugin } from './n8n-node/index.ts';
import { n8nWorkflowPlugin } from './n8n-workflow/index.ts';
import { tracePlugin } from './trace/index.ts';

/** The plugins that come with the product, in the order in which they are asked what a project is. */
export const builtinPlugins: readonly Plugin[] = [n8nNodePlugin, n8nWorkflowPlugin, tracePlugin];

/**
 * A kernel with our own plugins and others.
 * @param options.ruleset `next` for the next ruleset of each project type
 * @throws {ServiceError} PLUGIN_*
 */
export function builtinKernel(
  added: readonly Plugin[] = [],
  { ruleset }: { ruleset?: 'next' | undefined } = {},
): Kernel {
  const plugins = [...builtinPlugins, ...added];
  return createKernel({
    plugins: ruleset === 'next' ? plugins.map(withNextRuleset) : plugins,
    valid: builtinPlugins,
  });
}
