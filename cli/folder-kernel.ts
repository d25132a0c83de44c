import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../kernel/plugin.ts';
import { builtinKernel } from '../plugins/builtin.ts';
import type { Invocation } from './command.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { projectFolder } from './project-folder.ts';

/**
 * Creates the kernel that `service verify --local` would use: built-in plugins, those of `--plugin`, and allowed plugins of the
 * configuration in `--cwd`.
 * @throws {ServiceError} as loadProjectConfig and projectPlugins do
 */
export async function kernelOfFolder(invocation: Invocation): Promise<Kernel> {
  const { args } = invocation;
  const flagged = await flaggedPlugins(args.values('--plugin'));
  const folder = await projectFolder(args.value('--cwd') ?? '.');
  return builtinKernel([...flagged, ...(await configuredPlugins(folder, invocation))]);
}

async function configuredPlugins(folder: string, invocation: Invocation) {
  if (!existsSync(join(folder, '.service/config.json'))) return [];
  const { loadProjectConfig } = await import('./project-config.ts');
  const config = await loadProjectConfig(folder);
  if (config.values.plugins === undefined) return [];
  const [{ projectPlugins }, { consentOf }] = await Promise.all([
    import('./plugins/project-plugins.ts'),
    import('./plugins/ask-consent.ts'),
  ]);
  const flagged = pluginReferences(process.cwd(), invocation.args.values('--plugin'));
  return (await projectPlugins(folder, config, consentOf(invocation), flagged)).plugins;
}
