import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ServiceError, serviceError } from '../kernel/errors.ts';
import type { Plugin } from '../kernel/plugin.ts';
import { validatePlugin } from '../kernel/validate-plugin.ts';
import { interruptBlocking, interruptible } from '../runner/interruptible.ts';
import { importModule, isPath, resolveFrom } from './import-module.ts';
import type { PluginReference } from './judge-request.ts';
import { whileLoading } from './loading-plugin.ts';

/**
 * Imports a plugin, which runs its code.
 * @throws {Error} if it cannot be imported; PLUGIN_* if it is not a valid plugin
 */
export async function importPlugin(reference: PluginReference): Promise<Plugin> {
  const { specifier, code } = reference;
  const url = await urlOf(reference);
  if (code) {
    const { confinePlugins, rejectForeignImport } = await import('./confine-plugins.ts');
    confinePlugins(code);
    rejectForeignImport(pathToFileURL(realpathSync.native(fileURLToPath(url))).href);
  }
  // From now on, also while its checks run.
  interruptBlocking();
  const module = await whileLoading(specifier, () => interruptible(() => untilLoaded(importModule(url))));
  const plugin = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (plugin === undefined) throw new Error('no default export');
  validatePlugin(plugin);
  return plugin;
}

async function urlOf({ folder, specifier }: PluginReference): Promise<string> {
  try {
    return await resolveFrom(folder, specifier);
  } catch (error) {
    if (isPath(specifier) || !existsSync(resolve(folder, specifier))) throw error;
    throw new Error(`no package has this name; to load the file or folder, write "./${specifier}"`, { cause: error });
  }
}

/** Milliseconds for the import of a plugin. */
const maxLoading = 60_000;

/** The result of an import, unless it takes too long, or this process has nothing left to do before that and would end. */
async function untilLoaded<T>(imported: Promise<T>): Promise<T> {
  const { promise: idle, reject } = Promise.withResolvers<never>();
  const never = new Error('it never finishes loading, because it awaits something that never happens');
  // The thread that may have interrupted it has told so by then.
  const onIdle = () => setImmediate(() => reject(never));
  const onLate = () => reject(new Error(`it did not finish loading within ${maxLoading / 1000} s`));
  process.once('beforeExit', onIdle);
  const limit = setTimeout(onLate, maxLoading).unref();
  try {
    return await Promise.race([imported, idle]);
  } finally {
    process.off('beforeExit', onIdle);
    clearTimeout(limit);
  }
}

/**
 * Imports the plugins of a flag.
 * @throws {ServiceError} PLUGIN_*, naming the plugin
 */
export async function importPlugins(references: readonly PluginReference[]): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const reference of references) {
    try {
      plugins.push(await importPlugin(reference));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const { importFailure } = await import('./import-failure.ts');
      const reason = await importFailure(error, reference);
      throw serviceError('PLUGIN_NOT_LOADED', { plugin: reference.specifier, reason }, { cause: error });
    }
  }
  return plugins;
}
