import { importPlugin } from '../judge/import-plugin.ts';
import { reasonOf, ServiceError, serviceError } from '../kernel/errors.ts';
import type { Plugin } from '../kernel/plugin.ts';
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
      plugins.push(await importPlugin({ folder, specifier }));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const reason = `the plugin "${specifier}" could not be loaded: ${reasonOf(error)}`;
      throw serviceError('INVALID_CONFIG', { file: config.place('plugins', index), reason }, { cause: error });
    }
  }
  return plugins;
}
