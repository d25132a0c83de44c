import { basename } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { serviceError } from '../kernel/errors.ts';
import { parseManifest } from '../kernel/manifest.ts';
import type { Kernel } from '../kernel/plugin.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { collectProject } from '../runner/source/collect-project.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { type Kernels, kernelsWith } from './kernels.ts';
import { knownType, typeNames } from './known-type.ts';
import { type LoadedConfig, loadProjectConfig } from './project-config.ts';
import { projectFolder } from './project-folder.ts';
import { readProjectFile } from './read-project-file.ts';
import type { RunRequest, Surroundings } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';
import { rejectWorkspaceRoot } from './workspace-packages.ts';

const defaultType = 'n8n-node';
/** Bytes: a manifest above this is for the checks to judge, not worth reading here. */
const manifestLimit = 5 * 1024 * 1024;

/** The flags that local project mode reads. */
export interface ProjectFlags {
  cwd?: string | undefined;
  type?: string | undefined;
  timeout?: string | undefined;
  ref?: string | undefined;
  plugins?: readonly string[];
}

/**
 * Steps 1 to 4 of local project mode, in SPEC 4.2's order, so that of two faults the earlier step's is told.
 * @throws {ServiceError} for the first fault
 */
export async function resolveProject(flags: ProjectFlags, surroundings: Surroundings): Promise<RunRequest> {
  const { local, warn } = surroundings;
  const folder = await projectFolder(flags.cwd ?? '.');
  const config = await loadProjectConfig(folder);
  for (const warning of config.warnings) warn(warning);
  const flagged = await flaggedPlugins(flags.plugins ?? []);
  if (!local) warnOfIgnored(config, warn);
  const own = local ? await ownPlugins(folder, config, surroundings) : { plugins: [], places: [], notRun: [] };
  const kernels = await kernelsWith([...flagged, ...own.plugins]);
  const { types } = kernels;
  // Rules of plugins that may not run are not known.
  if (local && own.notRun.length === 0) await warnOfUnknownRules(config, kernels, warn);
  const manifest = readManifest(folder);
  // Who names the type or the files means this folder.
  if (flags.type === undefined && config.values.projectType === undefined && config.values.include === undefined)
    await rejectWorkspaceRoot({ folder, shown: flags.cwd ?? '' }, manifest, { kernel: types, warn });
  const { projectType, detected } = resolveType(flags.type, config, manifest, {
    kernel: types,
    notRun: own.notRun,
    warn,
  });

  // Only the cloud is told.
  const gitRemote = local ? undefined : await (await import('./git-remote.ts')).detectGitRemote(folder);

  const timeout = resolveTimeout(flags.timeout, config);

  const type = types.projectTypes.get(projectType);
  const reserved = type?.reserved !== undefined;
  const include = config.values.include ?? (reserved ? ['package.json'] : types.include(projectType));
  const { exclude } = config.values;
  const follow = type?.follow;
  const collected = await collectProject({ folder, include, ...(exclude && { exclude }), ...(follow && { follow }) });
  // A run of a reserved type is rejected for its type, not for what it would have looked at.
  if (collected.files.length === 0 && !reserved) throw serviceError('NO_FILES', { folder });

  const name = typeof manifest?.['name'] === 'string' && manifest['name'].trim() ? manifest['name'] : basename(folder);
  const { ref } = flags;
  return {
    subject: { mode: 'project', folder, name, ...collected, ...(gitRemote !== undefined && { gitRemote }) },
    projectType,
    detected,
    timeout,
    ...(ref !== undefined && { ref }),
    plugins: local ? [...pluginReferences(process.cwd(), flags.plugins ?? []), ...own.places] : [],
    pluginsNotRun: own.notRun,
    ...(local && { rules: config.values.rules }),
    kernel: kernels.whole,
  };
}

async function ownPlugins(folder: string, config: LoadedConfig, { consent }: Surroundings) {
  if (config.values.plugins === undefined) return { plugins: [], places: [], notRun: [] };
  const { projectPlugins } = await import('./plugins/project-plugins.ts');
  return projectPlugins(folder, config, consent);
}

async function warnOfUnknownRules(config: LoadedConfig, kernels: Kernels, warn: Surroundings['warn']): Promise<void> {
  const codes = Object.keys(config.values.rules ?? {});
  // The checks are judged elsewhere: they are loaded here only to know their rules.
  const known = codes.length > 0 ? (await kernels.whole()).rules() : new Map();
  for (const code of codes) {
    if (!known.has(code))
      warn(`${config.place('rules', code)}: unknown rule "${code}"${didYouMean(code, known.keys())}`);
  }
}

/**
 * In the cloud the operator's rules and plugins count, and the project's don't. Plugins that are named by a flag only
 * tell which project types the operator has, how they are detected and what is uploaded.
 */
function warnOfIgnored(config: LoadedConfig, warn: Surroundings['warn']): void {
  for (const field of ['rules', 'plugins'] as const) {
    if (config.values[field])
      warn(`${config.place(field)}: the cloud ignores "${field}"; it only applies with --local`);
  }
}

/**
 * The manifest as far as it can be read; what is wrong with its text is for the checks to say.
 * @throws {ServiceError} UNREADABLE_PATH
 */
function readManifest(folder: string): Manifest | undefined {
  const file = readProjectFile(folder, 'package.json', manifestLimit);
  return 'none' in file ? undefined : parseManifest(file.text);
}

function resolveType(
  flag: string | undefined,
  config: LoadedConfig,
  manifest: Manifest | undefined,
  { kernel, notRun, warn }: { kernel: Kernel; notRun: readonly string[]; warn: Surroundings['warn'] },
): { projectType: string; detected: boolean } {
  if (flag !== undefined) return { projectType: knownType(flag, kernel), detected: false };
  const configured = config.values.projectType;
  if (configured !== undefined) {
    if (kernel.projectTypes.has(configured)) return { projectType: configured, detected: false };
    const missing =
      notRun.length > 0 ? '; a plugin that is not allowed to run may define it (see --allow-plugins)' : '';
    const reason = `unknown projectType "${configured}"; use one of: ${typeNames(kernel)}${missing}`;
    throw serviceError('INVALID_CONFIG', { file: config.place('projectType'), reason });
  }
  const found = manifest && kernel.detect(manifest);
  if (found !== undefined) return { projectType: found, detected: true };
  if (manifest) warn(`No project type detected in package.json; using ${defaultType}`);
  return { projectType: defaultType, detected: false };
}
