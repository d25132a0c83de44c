import type { PluginCode, PluginReference } from '../../judge/judge-request.ts';
import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Plugin } from '../../kernel/plugin.ts';
import { realFolder } from '../../runner/source/readable-file.ts';
import { pluginReferences } from '../flagged-plugins.ts';
import type { LoadedConfig } from '../project-config.ts';
import type { PluginConsent } from './consent.ts';

export interface ProjectPlugins {
  plugins: Plugin[];
  /** Where those are. */
  places: PluginReference[];
  /** Those that may not run, as the configuration names them. */
  notRun: readonly string[];
}

/**
 * The plugins of a project: paths of modules or of packages' folders, relative to the project, or packages that it has
 * installed. Nothing of them runs, or is looked for, before the user has allowed it for this folder and this code.
 * @throws {ServiceError} INVALID_CONFIG, naming the place in the configuration; PLUGIN_* for what is no plugin
 */
export async function projectPlugins(
  folder: string,
  config: LoadedConfig,
  consent: PluginConsent,
): Promise<ProjectPlugins> {
  const named = config.values.plugins ?? [];
  if (named.length === 0) return { plugins: [], places: [], notRun: [] };
  const all = pluginReferences(folder, named);
  const allowed = consent.all ? { places: all } : await allowedPlaces(folder, config, consent);
  if ('reason' in allowed) {
    consent.warn(`${config.place('plugins')}: skipped ${named.join(', ')}: ${allowed.reason}`);
    return { plugins: [], places: [], notRun: named };
  }
  const { importFailure, importPlugin } = await import('../../judge/import-plugin.ts');
  const plugins: Plugin[] = [];
  for (const [index, place] of allowed.places.entries()) {
    try {
      plugins.push(await importPlugin(place));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const reason = `cannot load plugin "${place.specifier}": ${importFailure(error)}`;
      throw serviceError('INVALID_CONFIG', { file: config.place('plugins', index), reason }, { cause: error });
    }
  }
  return { plugins, places: allowed.places, notRun: [] };
}

const howTo = 'run the command in a terminal to allow them, or pass --allow-plugins';

/** Where plugins are that the user allowed, now or before, with their code; or why they may not run. */
async function allowedPlaces(
  folder: string,
  config: LoadedConfig,
  { ask }: PluginConsent,
): Promise<{ places: PluginReference[] } | { reason: string }> {
  const { AllowedPlugins, digestOfCode } = await import('./allowed-plugins.ts');
  const named = config.values.plugins ?? [];
  const allowances = new AllowedPlugins(realFolder(folder), process.env);
  const before = allowances.digest;
  if (before === undefined && !ask) {
    return { reason: `the plugins of this project are not allowed to run; ${howTo}` };
  }
  const code = await codeOf(folder, config);
  const digest = digestOfCode(named, code);
  const places = pluginReferences(folder, named).map((place) => ({ ...place, code }));
  if (before === digest) return { places };
  if (!ask) {
    return { reason: `the plugins of this project have changed since you allowed them; ${howTo}` };
  }
  const question = { folder, named, files: Object.keys(code), changed: before !== undefined };
  if (!(await ask(question))) return { reason: 'you did not allow them to run' };
  await allowances.allow(digest);
  return { places };
}

async function codeOf(folder: string, config: LoadedConfig): Promise<PluginCode> {
  const { codeOfPlugins } = await import('../../judge/plugin-code.ts');
  const named = config.values.plugins ?? [];
  try {
    return await codeOfPlugins(pluginReferences(folder, named));
  } catch (error) {
    const reason = `cannot read plugins ${named.join(', ')}: ${reasonOf(error)}`;
    throw serviceError('INVALID_CONFIG', { file: config.place('plugins'), reason }, { cause: error });
  }
}
