import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

/** Returns those of the named plugins that the flagged ones are not: they are loaded once. Runs nothing of them. */
export async function notFlagged(
  named: readonly PluginReference[],
  flagged: readonly PluginReference[],
): Promise<PluginReference[]> {
  if (flagged.length === 0) return [...named];
  const { resolveFrom } = await import('../judge/import-module.ts');
  const moduleOf = async ({ folder, specifier }: PluginReference) => {
    try {
      return realpathSync.native(fileURLToPath(await resolveFrom(folder, specifier)));
    } catch {
      // Importing it says why.
      return undefined;
    }
  };
  const modules = await Promise.all(flagged.map(moduleOf));
  const known = await Promise.all(named.map(moduleOf));
  return named.filter((_, index) => known[index] === undefined || !modules.includes(known[index]));
}
