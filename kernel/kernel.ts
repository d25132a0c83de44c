import type { Check, Manifest, Mode } from './check.ts';
import type { Rule } from './finding.ts';
import { createHooks } from './hooks.ts';
import type { Kernel, Plugin, ProjectType } from './plugin.ts';
import { declaredChecks, registerPlugins } from './register-plugins.ts';
import { validatePlugin } from './validate-plugin.ts';

/**
 * Creates a kernel: validates and registers the plugins, calls their `apply`, and freezes.
 * @param valid those of the plugins that tests have validated, which takes time at every start
 * @throws {ServiceError} PLUGIN_*, naming the plugin
 */
export function createKernel({
  plugins,
  valid = [],
}: {
  plugins: readonly Plugin[];
  valid?: readonly Plugin[];
}): Kernel {
  const hooks = createHooks();
  const projectTypes = new Map<string, ProjectType>();
  const kernel: Kernel = Object.freeze({
    hooks: Object.freeze(hooks),
    projectTypes,
    detect: (manifest: Manifest) => hooks.detect.call(manifest),
    include: (type: string) => hooks.include.for(type).call([]),
    checks: (type: string, mode?: Mode) => {
      const all = hooks.checks.for(type).call([]);
      return mode ? all.filter((check) => check.modes.includes(mode)) : all;
    },
    declares: (check: Check) => declared.has(check),
    rules: () => {
      const rules = new Map<string, { rule: Rule; check: Check; type: string }>();
      for (const type of projectTypes.keys()) {
        for (const check of kernel.checks(type))
          for (const rule of check.rules) rules.set(rule.code, { rule, check, type });
      }
      return rules;
    },
  });
  for (const plugin of plugins) if (!valid.includes(plugin)) validatePlugin(plugin);
  registerPlugins(plugins, kernel, projectTypes);
  const declared = declaredChecks(plugins);
  return kernel;
}
