import type { PluginCode, PluginReference } from '../../judge/judge-request.ts';
import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Plugin } from '../../kernel/plugin.ts';
import { realFolder } from '../../runner/source/readable-file.ts';
import { notFlagged, pluginReferences } from '../flagged-plugins.ts';
import type { LoadedConfig } from '../project-config.ts';
import type { PluginConsent } from './consent.ts';

interface ProjectPlugins {
  plugins: Plugin[];
  /** References to `plugins`. */
  references: PluginReference[];
  /** Plugins that may not run, as named in the configuration. */
  notRun: readonly string[];
}

/**
 * Imports the plugins of a project: paths relative to the project, or installed packages. They run only after the user allowed
 * them for this folder and this code.
 * @param flagged plugins that a flag names: they are loaded already
 * @throws {ServiceError} INVALID_CONFIG with the location in the configuration; PLUGIN_* if a plugin is not valid
 */
export async function projectPlugins(
  folder: string,
  config: LoadedConfig,
  consent: PluginConsent,
  flagged: readonly PluginReference[],
): Promise<ProjectPlugins> {
  const named = config.values.plugins ?? [];
  const all = pluginReferences(folder, named);
  const others = (await notFlagged(all, flagged)).map(({ specifier }) => specifier);
  if (others.length === 0) return { plugins: [], references: [], notRun: [] };
  const allowed = consent.all ? { references: all } : await allowedReferences(folder, config, consent);
  if ('reason' in allowed) {
    consent.warn(`${config.locate('plugins')}: skipped ${others.join(', ')}: ${allowed.reason}`);
    return { plugins: [], references: [], notRun: others };
  }
  const { importPlugin } = await import('../../judge/import-plugin.ts');
  const plugins: Plugin[] = [];
  const references = allowed.references.filter(({ specifier }) => others.includes(specifier));
  for (const reference of references) {
    try {
      plugins.push(await importPlugin(reference));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const { importFailure } = await import('../../judge/import-failure.ts');
      const reason = `cannot load plugin "${reference.specifier}": ${await importFailure(error, reference)}`;
      throw serviceError(
        'INVALID_CONFIG',
        { file: config.locate('plugins', named.indexOf(reference.specifier)), reason },
        { cause: error },
      );
    }
  }
  return { plugins, references, notRun: [] };
}

const howTo = 'run the command in a terminal to allow them, or pass --allow-plugins';

/** Returns references to the allowed plugins with their code, or why they may not run. */
async function allowedReferences(
  folder: string,
  config: LoadedConfig,
  { ask }: PluginConsent,
): Promise<{ references: PluginReference[] } | { reason: string }> {
  const { AllowedPlugins, digestOfCode } = await import('./allowed-plugins.ts');
  const named = config.values.plugins ?? [];
  const allowances = new AllowedPlugins(realFolder(folder), process.env);
  const before = allowances.digest;
  if (before === undefined && !ask) {
    return { reason: `the plugins of this project are not allowed to run; ${howTo}` };
  }
  const code = await codeOf(folder, config);
  const digest = digestOfCode(named, code);
  const references = pluginReferences(folder, named).map((reference) => ({ ...reference, code }));
  if (before === digest) return { references };
  if (!ask) {
    return { reason: `the plugins of this project have changed since you allowed them; ${howTo}` };
  }
  const question = { folder, named, files: Object.keys(code), changed: before !== undefined };
  if (!(await ask(question))) return { reason: 'you did not allow them to run' };
  await allowances.allow(digest);
  return { references };
}

async function codeOf(folder: string, config: LoadedConfig): Promise<PluginCode> {
  const { codeOfPlugins } = await import('../../judge/plugin-code.ts');
  const named = config.values.plugins ?? [];
  try {
    return await codeOfPlugins(pluginReferences(folder, named));
  } catch (error) {
    const reason = `cannot read plugins ${named.join(', ')}: ${reasonOf(error)}`;
    throw serviceError('INVALID_CONFIG', { file: config.locate('plugins'), reason }, { cause: error });
  }
}
