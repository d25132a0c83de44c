import type { PluginReference } from '../judge/judge-request.ts';
import type { Plugin } from '../kernel/plugin.ts';

/**
 * The plugins that `--plugin` names, seen from the current folder; nothing is loaded where it names none.
 * @throws {ServiceError} INVALID_USAGE, naming the module; PLUGIN_* for what is no plugin
 */
export async function flaggedPlugins(specifiers: readonly string[]): Promise<readonly Plugin[]> {
  if (specifiers.length === 0) return [];
  const { importPlugins } = await import('../judge/import-plugin.ts');
  return importPlugins(pluginReferences(process.cwd(), specifiers));
}

/** Where plugins are that are named like that, seen from a folder. */
export function pluginReferences(folder: string, specifiers: readonly string[]): PluginReference[] {
  return specifiers.map((specifier) => ({ folder, specifier }));
}
