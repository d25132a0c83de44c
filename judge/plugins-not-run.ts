import { defineCheck, definePlugin, type Plugin } from '../kernel/plugin.ts';

/** Adds a skipped check in place of plugins that are not allowed to run. */
export function pluginsNotRun(specifiers: readonly string[], projectType: string): Plugin {
  const check = defineCheck({
    name: 'plugins',
    title: 'Plugins of the project',
    rules: [],
    modes: ['project', 'package'],
    async *run({ skip }) {
      yield* [];
      skip(`not allowed to run (see --allow-plugins): ${specifiers.join(', ')}`);
    },
  });
  return definePlugin({ name: 'plugins-not-run', checks: { [projectType]: [check] } });
}
