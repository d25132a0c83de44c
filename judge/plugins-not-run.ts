import { defineCheck, definePlugin, type Plugin } from '../kernel/plugin.ts';

/** Stands for plugins of a project that may not run: the verdict tells what they would have checked as not run. */
export function pluginsNotRun(specifiers: readonly string[], projectType: string): Plugin {
  const check = defineCheck({
    name: 'plugins',
    title: 'Plugins of the project',
    rules: [],
    modes: ['project', 'package'],
    async *run({ skip }) {
      yield* [];
      skip(`plugins not allowed to run (see --allow-plugins): ${specifiers.join(', ')}`);
    },
  });
  return definePlugin({ name: 'plugins-not-run', checks: { [projectType]: [check] } });
}
