import { basename } from 'node:path';
import type { PluginReference } from '../judge/judge-request.ts';
import type { Manifest } from '../kernel/check.ts';
import { serviceError } from '../kernel/errors.ts';
import { parseManifest } from '../kernel/manifest.ts';
import type { Kernel, ProjectType } from '../kernel/plugin.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { defaultUploadLimits } from '../runner/source/check-upload.ts';
import { collectProject } from '../runner/source/collect-project.ts';
import { DiskFileLookup } from '../runner/source/disk-file-lookup.ts';
import { invalidConfig, locationText } from './config-json.ts';
import { flaggedPlugins, pluginReferences } from './flagged-plugins.ts';
import { type Kernels, kernelsWith } from './kernels.ts';
import { knownType, typeNames } from './known-type.ts';
import { configOption, type LoadedConfig, loadProjectConfig } from './project-config.ts';
import { projectAround, projectFolder } from './project-folder.ts';
import { readProjectFile } from './read-project-file.ts';
import type { PackageFlags } from './resolve-package.ts';
import { resolveRuleset } from './ruleset-flag.ts';
import type { ProjectContext, RunRequest } from './run-request.ts';
import { resolveTimeout } from './timeout.ts';
import { rejectWorkspaceRoot } from './workspace-packages.ts';

const defaultType = 'n8n-node';
/** Bytes; the checks report a larger manifest. */
const maxManifestBytes = 5 * 1024 * 1024;

/** Flags of local project mode. */
interface ProjectFlags extends PackageFlags {
  cwd?: string | undefined;
}

/**
 * Steps 1 to 4 of local project mode, in the order of SPEC 4.2.
 * @throws {ServiceError} for the first error
 */
export async function resolveProject(flags: ProjectFlags, context: ProjectContext): Promise<RunRequest> {
  const { local, warn } = context;
  const folder = flags.cwd === undefined ? projectAround(process.cwd(), warn) : await projectFolder(flags.cwd);
  const config = await loadProjectConfig(folder, context.config);
  for (const warning of config.warnings) warn(warning);
  const flagged = await flaggedPlugins(flags.plugins ?? []);
  const flaggedReferences = pluginReferences(process.cwd(), flags.plugins ?? []);
  if (!local) warnAboutIgnoredFields(config, warn);
  const own = local
    ? await ownPlugins(folder, config, context, flaggedReferences)
    : { plugins: [], references: [], notRun: [] };
  const kernels = await kernelsWith([...flagged, ...own.plugins]);
  const { types } = kernels;
  // The rules of plugins that are not allowed to run are unknown.
  if (local && own.notRun.length === 0) await warnAboutUnknownRules(config, kernels, warn);
  const manifest = readManifest(folder);
  // A type or files in the flags or the configuration refer to this folder.
  if (flags.type === undefined && config.values.projectType === undefined && config.values.include === undefined)
    await rejectWorkspaceRoot({ folder, shown: flags.cwd ?? '', local }, manifest, { kernel: types, warn });
  const { projectType, detected } = resolveType(flags.type, config, manifest, {
    kernel: types,
    notRun: own.notRun,
    warn,
  });

  const git = context.git ? await (await import('./git/git-state.ts')).detectGitState(folder) : {};

  const timeout = resolveTimeout(flags.timeout, config);

  const type = types.projectTypes.get(projectType);
  const reserved = type?.reserved !== undefined;
  const include = config.values.include ?? (reserved ? ['package.json'] : types.include(projectType));
  const { exclude } = config.values;
  const follow = type?.follow;
  await rejectConfigProblem(folder, context, type);
  const collected = await collectProject({ folder, include, ...(exclude && { exclude }), ...(follow && { follow }) });
  // A run of a reserved type is rejected because of its type, not because of missing files.
  if (collected.files.length === 0 && !reserved)
    throw serviceError('NO_FILES', { folder, purpose: local ? 'verify' : 'upload' });

  const name = typeof manifest?.['name'] === 'string' && manifest['name'].trim() ? manifest['name'] : basename(folder);
  const { ref } = flags;
  const rules = await resolveRuleset(flags.ruleset, projectType, kernels);
  const ruleset = async () => (await rules.kernel()).projectTypes.get(projectType)?.ruleset;
  return {
    subject: { mode: 'project', folder, name, ...collected, git },
    projectType,
    detected,
    timeout,
    ...(ref !== undefined && { ref }),
    plugins: local ? [...flaggedReferences, ...own.references] : [],
    pluginsNotRun: own.notRun,
    ...(!local && config.values.plugins && { cloudPlugins: await cloudPlugins(folder, config.values.plugins) }),
    ...(local && { rules: config.values.rules, ignore: await ignoreOf(folder, config, context, ruleset) }),
    ...rules,
    ...(local && config.values.n8n !== undefined && { n8n: [config.values.n8n].flat() }),
    nextSteps: type?.nextSteps?.project,
  };
}

/** Settings of checks, which the project type knows. @throws {ServiceError} INVALID_CONFIG */
async function rejectConfigProblem(
  folder: string,
  { config }: ProjectContext,
  type: ProjectType | undefined,
): Promise<void> {
  if (config?.['behaviour'] !== undefined)
    throw invalidConfig(
      configOption,
      '"behaviour" must be in .service/config.json, which is verified with the project',
    );
  const problem = await type?.configProblem?.(new DiskFileLookup(folder, defaultUploadLimits.fileBytes));
  if (problem) throw invalidConfig(locationText(problem.file, problem.position), problem.reason);
}

/** Names by which a cloud may know the plugins of a project. */
async function cloudPlugins(folder: string, named: readonly string[]): Promise<string[]> {
  const { packageOfPlugin } = await import('../judge/plugin-package.ts');
  return pluginReferences(folder, named).map(packageOfPlugin);
}

async function ownPlugins(
  folder: string,
  config: LoadedConfig,
  { consent }: ProjectContext,
  flagged: readonly PluginReference[],
) {
  if (config.values.plugins === undefined) return { plugins: [], references: [], notRun: [] };
  const { projectPlugins } = await import('./plugins/project-plugins.ts');
  return projectPlugins(folder, config, consent, flagged);
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

/** Findings that do not count: entries of the configuration that have not expired, and the baseline. */
async function ignoreOf(
  folder: string,
  { values, locate }: LoadedConfig,
  { baseline: isRewritten, baselineFile, warn }: ProjectContext,
  ruleset: () => Promise<string | undefined>,
): Promise<RunRequest['ignore']> {
  const today = new Date().toISOString().slice(0, 10);
  const entries = (values.ignore ?? []).filter(({ code, until }, index) => {
    const isExpired = until !== undefined && until < today;
    if (isExpired)
      warn(`${locate('ignore', index, 'until')}: "ignore" of ${code} ended on ${until}; its findings count`);
    return !isExpired;
  });
  const { readBaseline, readBaselineFile, withoutTwins, baselinePath } = await import('./baseline.ts');
  const baseline = isRewritten ? undefined : readBaseline(folder);
  const other = isRewritten || baselineFile === undefined ? undefined : readBaselineFile(baselineFile);
  const named = [[baselinePath, baseline] as const, [baselineFile, other] as const];
  // The name of the ruleset comes with all checks, which take long to load.
  const current = named.some(([, read]) => read?.ruleset !== undefined) ? await ruleset() : undefined;
  for (const [path, read] of named)
    if (read?.ruleset !== undefined && current !== undefined && read.ruleset !== current)
      warn(
        `${path} was written with ruleset ${read.ruleset}, this is ${current}: findings of new rules count. Run \`service verify --local --baseline\` to write it again.`,
      );
  return { entries, baseline: withoutTwins(named.flatMap(([, read]) => read?.findings ?? [])) };
}

/**
 * The cloud ignores rules of the project, and runs plugins of its own. Plugins given by a flag only define project types, their detection and
 * the files to upload.
 */
function warnAboutIgnoredFields(config: LoadedConfig, warn: ProjectContext['warn']): void {
  for (const field of ['rules', 'ignore', 'n8n'] as const) {
    if (config.values[field])
      warn(`${config.locate(field)}: the cloud ignores "${field}"; it only applies with --local`);
  }
  if (config.values.plugins)
    warn(`${config.locate('plugins')}: the cloud runs its own copies of these plugins, not those of the project`);
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
    const reason = `unknown projectType "${configured}"; types that can be verified: ${typeNames(kernel)}${missing}`;
    throw serviceError('INVALID_CONFIG', { file: config.locate('projectType'), reason });
  }
  const found = manifest && kernel.detect(manifest);
  if (found !== undefined) return { projectType: found, detected: true };
  if (manifest) warn(`No project type detected in package.json; using ${defaultType}`);
  return { projectType: defaultType, detected: false };
}
