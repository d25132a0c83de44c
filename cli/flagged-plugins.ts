import type { PluginReference } from '../judge/judge-request.ts';
import type { Plugin } from '../kernel/plugin.ts';

/**
 * Imports the plugins of `--plugin`, relative to the current folder.
 * @throws {ServiceError} PLUGIN_* if a module cannot be imported or is not a valid plugin
 */
export async function flaggedPlugins(specifiers: readonly string[]): Promise<readonly Plugin[]> {
  if (specifiers.length === 0) return [];
  const { importPlugins } = await import('../judge/import-plugin.ts');
  return importPlugins(pluginReferences(process.cwd(), specifiers));
}

/** Returns references to plugins, relative to a folder. */
export function pluginReferences(folder: string, specifiers: readonly string[]): PluginReference[] {
  return specifiers.map((specifier) => ({ folder, specifier }));
}
