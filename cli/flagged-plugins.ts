import type { Plugin } from '../kernel/plugin.ts';

/**
 * The plugins that `--plugin` names, seen from the current folder; nothing is loaded where it names none.
 * @throws {ServiceError} INVALID_USAGE, naming the module; PLUGIN_* for what is no plugin
 */
export async function flaggedPlugins(specifiers: readonly string[]): Promise<readonly Plugin[]> {
  if (specifiers.length === 0) return [];
  const { loadPlugins } = await import('./project-plugins.ts');
  return loadPlugins(process.cwd(), specifiers);
}
