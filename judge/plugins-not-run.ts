import { defineCheck, definePlugin, type Plugin } from '../kernel/plugin.ts';

/** Stands for plugins of a project that may not run: the verdict tells what they would have checked as not run. */
export function pluginsNotRun(specifiers: readonly string[], projectType: string): Plugin {
  const check = defineCheck({
    name: 'plugins',
    title: 'The plugins of the project',
    rules: [],
    modes: ['project', 'package'],
    async *run({ skip }) {
      yield* [];
      skip(
        `not checked by ${specifiers.join(', ')}: you have not allowed the plugins of this project (--allow-plugins)`,
      );
    },
  });
  return definePlugin({ name: 'plugins-not-run', checks: { [projectType]: [check] } });
}
