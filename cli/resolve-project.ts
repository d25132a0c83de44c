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
import type { ProjectContext, RunRequest } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';
import { rejectWorkspaceRoot } from './workspace-packages.ts';

const defaultType = 'n8n-node';
/** Bytes; the checks report a larger manifest. */
const maxManifestBytes = 5 * 1024 * 1024;

/** Flags of local project mode. */
export interface ProjectFlags {
  cwd?: string | undefined;
  type?: string | undefined;
  timeout?: string | undefined;
  ref?: string | undefined;
  plugins?: readonly string[];
}

/**
 * Steps 1 to 4 of local project mode, in the order of SPEC 4.2.
 * @throws {ServiceError} for the first error
 */
export async function resolveProject(flags: ProjectFlags, context: ProjectContext): Promise<RunRequest> {
  const { local, warn } = context;
  const folder = await projectFolder(flags.cwd ?? '.');
  const config = await loadProjectConfig(folder);
  for (const warning of config.warnings) warn(warning);
  const flagged = await flaggedPlugins(flags.plugins ?? []);
  if (!local) warnAboutIgnoredFields(config, warn);
  const own = local ? await ownPlugins(folder, config, context) : { plugins: [], references: [], notRun: [] };
  const kernels = await kernelsWith([...flagged, ...own.plugins]);
  const { types } = kernels;
  // The rules of plugins that are not allowed to run are unknown.
  if (local && own.notRun.length === 0) await warnAboutUnknownRules(config, kernels, warn);
  const manifest = readManifest(folder);
  // A type or files in the flags or the configuration refer to this folder.
  if (flags.type === undefined && config.values.projectType === undefined && config.values.include === undefined)
    await rejectWorkspaceRoot({ folder, shown: flags.cwd ?? '' }, manifest, { kernel: types, warn });
  const { projectType, detected } = resolveType(flags.type, config, manifest, {
    kernel: types,
    notRun: own.notRun,
    warn,
  });

  // For the cloud only.
  const gitRemote = local ? undefined : await (await import('./git-remote.ts')).detectGitRemote(folder);

  const timeout = resolveTimeout(flags.timeout, config);

  const type = types.projectTypes.get(projectType);
  const reserved = type?.reserved !== undefined;
  const include = config.values.include ?? (reserved ? ['package.json'] : types.include(projectType));
  const { exclude } = config.values;
  const follow = type?.follow;
  const collected = await collectProject({ folder, include, ...(exclude && { exclude }), ...(follow && { follow }) });
  // A run of a reserved type is rejected because of its type, not because of missing files.
  if (collected.files.length === 0 && !reserved) throw serviceError('NO_FILES', { folder });

  const name = typeof manifest?.['name'] === 'string' && manifest['name'].trim() ? manifest['name'] : basename(folder);
  const { ref } = flags;
  return {
    subject: { mode: 'project', folder, name, ...collected, ...(gitRemote !== undefined && { gitRemote }) },
    projectType,
    detected,
    timeout,
    ...(ref !== undefined && { ref }),
    plugins: local ? [...pluginReferences(process.cwd(), flags.plugins ?? []), ...own.references] : [],
    pluginsNotRun: own.notRun,
    ...(local && { rules: config.values.rules }),
    kernel: kernels.full,
  };
}

async function ownPlugins(folder: string, config: LoadedConfig, { consent }: ProjectContext) {
  if (config.values.plugins === undefined) return { plugins: [], references: [], notRun: [] };
  const { projectPlugins } = await import('./plugins/project-plugins.ts');
  return projectPlugins(folder, config, consent);
}

async function warnAboutUnknownRules(
  config: LoadedConfig,
  kernels: Kernels,
  warn: ProjectContext['warn'],
): Promise<void> {
  const codes = Object.keys(config.values.rules ?? {});
  // Checks run in another process; they are loaded here only for their rules.
  const known = codes.length > 0 ? (await kernels.full()).rules() : new Map();
  for (const code of codes) {
    if (!known.has(code))
      warn(`${config.locate('rules', code)}: unknown rule "${code}"${didYouMean(code, known.keys())}`);
  }
}

/**
 * The cloud ignores rules and plugins of the project. Plugins given by a flag only define project types, their detection and
 * the files to upload.
 */
function warnAboutIgnoredFields(config: LoadedConfig, warn: ProjectContext['warn']): void {
  for (const field of ['rules', 'plugins'] as const) {
    if (config.values[field])
      warn(`${config.locate(field)}: the cloud ignores "${field}"; it only applies with --local`);
  }
}

/**
 * Reads the manifest; undefined if it is invalid, which the checks report.
 * @throws {ServiceError} UNREADABLE_PATH
 */
function readManifest(folder: string): Manifest | undefined {
  const file = readProjectFile(folder, 'package.json', maxManifestBytes);
  return 'none' in file ? undefined : parseManifest(file.text);
}

function resolveType(
  flag: string | undefined,
  config: LoadedConfig,
  manifest: Manifest | undefined,
  { kernel, notRun, warn }: { kernel: Kernel; notRun: readonly string[]; warn: ProjectContext['warn'] },
): { projectType: string; detected: boolean } {
  if (flag !== undefined) return { projectType: knownType(flag, kernel), detected: false };
  const configured = config.values.projectType;
  if (configured !== undefined) {
    if (kernel.projectTypes.has(configured)) return { projectType: configured, detected: false };
    const missing =
      notRun.length > 0 ? '; a plugin that is not allowed to run may define it (see --allow-plugins)' : '';
    const reason = `unknown projectType "${configured}"; use one of: ${typeNames(kernel)}${missing}`;
    throw serviceError('INVALID_CONFIG', { file: config.locate('projectType'), reason });
  }
  const found = manifest && kernel.detect(manifest);
  if (found !== undefined) return { projectType: found, detected: true };
  if (manifest) warn(`No project type detected in package.json; using ${defaultType}`);
  return { projectType: defaultType, detected: false };
}
