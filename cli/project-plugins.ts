import { reasonOf, ServiceError, serviceError } from '../kernel/errors.ts';
import type { Plugin } from '../kernel/plugin.ts';
import { validatePlugin } from '../kernel/validate-plugin.ts';
import { importFrom } from './plugin/import-module.ts';
import type { LoadedConfig } from './project-config.ts';

/**
 * Imports the modules that a project's `plugins` names: paths of modules or of packages' folders, relative to the
 * project, or packages that it has installed. This runs their code, so it is done for `--local` only, where it is the
 * author's own.
 * @throws {ServiceError} INVALID_CONFIG, naming the place in the configuration; PLUGIN_* for what is no plugin
 */
export async function loadProjectPlugins(folder: string, config: LoadedConfig): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const [index, specifier] of (config.values.plugins ?? []).entries()) {
    try {
      plugins.push(await loadPlugin(folder, specifier));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const reason = `the plugin "${specifier}" could not be loaded: ${reasonOf(error)}`;
      throw serviceError('INVALID_CONFIG', { file: config.place('plugins', index), reason }, { cause: error });
    }
  }
  return plugins;
}

/**
 * Imports the modules that a flag names, seen from a folder.
 * @throws {ServiceError} INVALID_USAGE, naming the module; PLUGIN_* for what is no plugin
 */
export async function loadPlugins(folder: string, specifiers: readonly string[]): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const specifier of specifiers) {
    try {
      plugins.push(await loadPlugin(folder, specifier));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const reason = `The plugin "${specifier}" could not be loaded: ${reasonOf(error)}`;
      throw serviceError('INVALID_USAGE', { reason }, { cause: error });
    }
  }
  return plugins;
}

async function loadPlugin(folder: string, specifier: string): Promise<Plugin> {
  const module = await importFrom(folder, specifier);
  const plugin = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (plugin === undefined) throw new Error('it has no default export');
  validatePlugin(plugin);
  return plugin;
}
