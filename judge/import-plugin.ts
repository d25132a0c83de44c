import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reasonOf, ServiceError, usageError } from '../kernel/errors.ts';
import type { Plugin } from '../kernel/plugin.ts';
import { validatePlugin } from '../kernel/validate-plugin.ts';
import { importModule, resolveFrom } from './import-module.ts';
import type { PluginReference } from './judge-request.ts';

/**
 * Imports a plugin, which runs its code.
 * @throws {Error} if it cannot be imported; PLUGIN_* if it is not a valid plugin
 */
export async function importPlugin({ folder, specifier, code }: PluginReference): Promise<Plugin> {
  const url = await resolveFrom(folder, specifier);
  if (code) {
    const { confinePlugins, rejectForeignImport } = await import('./confine-plugins.ts');
    confinePlugins(code);
    rejectForeignImport(pathToFileURL(realpathSync.native(fileURLToPath(url))).href);
  }
  const module = await importModule(url);
  const plugin = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (plugin === undefined) throw new Error('no default export');
  validatePlugin(plugin);
  return plugin;
}

/** Returns why an import failed, on one line: Node.js adds a "Require stack" of several. */
export function importFailure(error: unknown): string {
  return reasonOf(error).split('\n', 1)[0] ?? '';
}

/**
 * Imports the plugins of a flag.
 * @throws {ServiceError} INVALID_USAGE, naming the plugin; PLUGIN_* if it is not a valid plugin
 */
export async function importPlugins(references: readonly PluginReference[]): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const reference of references) {
    try {
      plugins.push(await importPlugin(reference));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const reason = `Cannot load plugin "${reference.specifier}": ${importFailure(error)}`;
      throw usageError(reason, { cause: error });
    }
  }
  return plugins;
}
