import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel, Plugin } from '../kernel/plugin.ts';
import { builtinPlugins } from '../plugins/builtin.ts';
import type { Arguments } from './arguments.ts';
import { flaggedPlugins } from './flagged-plugins.ts';
import { projectFolder } from './project-folder.ts';

/**
 * A kernel with all that `service verify --local` would run in a folder: the plugins that `--plugin` names and those of
 * the configuration of `--cwd`, besides our own. Nothing more is loaded where there are none.
 * @throws {ServiceError} as loadProjectConfig and loadProjectPlugins do
 */
export async function kernelOfFolder(args: Arguments): Promise<Kernel> {
  const flagged = await flaggedPlugins(args.values('--plugin'));
  const folder = await projectFolder(args.value('--cwd') ?? '.');
  return createKernel({ plugins: [...builtinPlugins, ...flagged, ...(await configuredPlugins(folder))] });
}

async function configuredPlugins(folder: string): Promise<Plugin[]> {
  if (!existsSync(join(folder, '.service/config.json'))) return [];
  const { loadProjectConfig } = await import('./project-config.ts');
  const config = await loadProjectConfig(folder);
  if (config.values.plugins === undefined) return [];
  const { loadProjectPlugins } = await import('./project-plugins.ts');
  return loadProjectPlugins(folder, config);
}
