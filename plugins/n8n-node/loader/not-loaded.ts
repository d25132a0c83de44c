import { basename, dirname } from 'node:path/posix';
import type { CheckContext } from '../../../kernel/check.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { join, normalize } from '../project/project-path.ts';
import { builtFiles } from '../typescript/built-files.ts';
import { laidTypes } from '../typescript/laid-types.ts';
import { isCompiled } from '../typescript/project-layout.ts';
import type { LoadProblem } from './load-output.ts';
import { type LoadedFile, type LoadedPackage, maxUndeclared, moduleFiles, stepToModules } from './loaded-package.ts';

type Context = Pick<CheckContext, 'files' | 'service'>;

/** Returns why a file cannot be judged, if so. */
export async function whyUnchecked(
  file: LoadedFile,
  loaded: LoadedPackage,
  context: Context,
): Promise<string | undefined> {
  const { path, problem, unseen, standIns } = file;
  if (unseen === 'too late') return `${path} was not loaded: time limit reached`;
  if (unseen === 'missing') return `${path} ${whyMissingFile(file, loaded.project)}`;
  if (!problem) return undefined;
  if (/^spawn(?:Sync)? \S+ E(?:PERM|ACCES)$/.test(firstLine(problem.n8n)))
    return `${path} starts a process during load, which the sandbox does not allow`;
  const bundler = bundlerOf(loaded);
  if (bundler !== undefined && !isOfSources(problem))
    return `${path} is built by \`${bundler}\`, which is not run, and the built file may load`;
  if (problem.kind === 'module-missing') {
    const why = await whyMissingModule(problem, loaded, context);
    if (why !== undefined) return `${path} imports "${problem.module}": ${why}`;
  }
  // TypeScript drops the import of a name that is a type in the installed version.
  if (loaded.project?.compiled && /^\w+_\d+ is not defined$/.test(firstLine(problem.n8n)))
    return `${path} could not be compiled as in the author's build: it uses a name that is only a type in ${await typedBy(problem, context)}; see "types"`;
  const unread = fileTooLarge(problem, loaded.project);
  if (unread !== undefined) return `${path} reads ${unread}, which is too large to be copied here`;
  const host = await missingHost(loaded, context);
  if (host !== undefined && problem.kind === 'threw' && /^(?:Type|Reference)Error$/.test(problem.cause?.name ?? ''))
    return `${path} could not be compiled as in the author's build: ${host} could not be fetched`;
  if (ofStructure.has(problem.kind) || standIns.length === 0) return undefined;
  return `${path} could not be loaded without ${standIns.slice(0, 5).join(', ')}, which is not installed: ${firstLine(problem.n8n)}`;
}

/** The package whose import TypeScript dropped, with the version that the project is compiled with. */
async function typedBy({ n8n }: LoadProblem, { service }: Context): Promise<string> {
  if (!n8n.startsWith('n8n_workflow_')) return 'the module that it imports';
  const { versions } = await service(laidTypes);
  return ['n8n-workflow', versions['n8n-workflow'] ?? ''].join(' ').trim();
}

/** The file that a project reads, if it was too large to be copied. */
function fileTooLarge({ kind, n8n }: LoadProblem, project: LoadedPackage['project']): string | undefined {
  const message = firstLine(n8n);
  if (kind !== 'threw' || !message.startsWith('ENOENT')) return undefined;
  return [...(project?.tooLarge ?? [])].find((path) => message.includes(basename(path)));
}

/** The n8n-workflow of a project, if it could not be fetched: code compiled without it lacks its enums. */
async function missingHost({ project }: LoadedPackage, { service }: Context): Promise<string | undefined> {
  if (!project?.compiled || project.compiled.isAround) return undefined;
  const { versions, missing } = await service(laidTypes);
  const host = missing.find(({ name }) => name === 'n8n-workflow');
  return host && !Object.hasOwn(versions, host.name) ? [host.name, host.version].join('@') : undefined;
}

/** The unknown build step that produces the declared files, if no known step does. */
export function bundlerOf({ project }: LoadedPackage): string | undefined {
  if (project?.build.unknownStep === undefined || isCompiled(project)) return undefined;
  return project.layout.declared.some(({ present }) => !present) ? project.build.unknownStep : undefined;
}

/** Problems of the project's own code, which a bundler does not change. */
const ofSources = new Set<LoadProblem['kind']>([
  'threw',
  'exited',
  'timeout',
  'description',
  'version-unknown',
  'execute-single',
  'builder-hint',
]);

/** What does not depend on dependencies: the exports of a file, and the versions that it lists. */
const ofStructure = new Set<LoadProblem['kind']>(['class-missing', 'module-format', 'version-unknown']);

const isOfSources = ({ kind, cause }: LoadProblem) =>
  ofSources.has(kind) && !/^(?:SyntaxError|ReferenceError)$/.test(cause?.name ?? '');

function whyMissingFile({ source }: LoadedFile, project: LoadedPackage['project']): string {
  const step = project?.build.unknownStep;
  if (source !== undefined) {
    const unread = project?.tsconfig.faults.find(({ kind }) => kind === 'syntax');
    const { unhanded, uncheckedBecause } = project?.compiled ?? {};
    const reason = unread ? `${unread.file} cannot be read` : (unhanded ?? uncheckedBecause);
    return `could not be compiled from ${source}: ${reason ?? 'TypeScript did not emit it'}`;
  }
  if (step === undefined) return 'does not exist; see "structure" and "manifest"';
  return `does not exist: the build script creates it with \`${step}\`, which is not run`;
}

/** Why a module that is not found here may exist in n8n. */
async function whyMissingModule(
  { module: specifier = '', n8n, cause }: LoadProblem,
  { project, undeclared }: LoadedPackage,
  { files, service }: Context,
): Promise<string | undefined> {
  const name = packageOfSpecifier(specifier);
  const step = stepToModules(project);
  if (step !== undefined) return `it may be created or bundled by \`${step}\`, which is not run`;
  // Only so many were replaced.
  if (name !== undefined) return undeclared.length < maxUndeclared ? undefined : 'other imports are missing too';
  if (!project || specifier.startsWith('#')) return undefined;
  const importer = /\n- ([^\n]+)|imported from ([^\n]+)/.exec(cause?.message ?? n8n);
  const folder = dirname(importer?.[1] ?? importer?.[2] ?? '');
  const path = normalize(specifier.startsWith('.') ? join(folder, specifier) : specifier);
  const candidates = moduleFiles(path);
  // It exists but is not packed.
  const made = { ...project.copied, ...project.compiled?.files };
  if (candidates.some((one) => Object.hasOwn(made, one) || files.exists(one))) return undefined;
  const built = await service(builtFiles);
  const unclear = candidates.map((one) => built.of(one)).find((one) => one.made === 'unknown');
  if (unclear?.made === 'unknown') return unclear.why;
  const { rootDir, outDir } = project.layout;
  const [source = path, ...others] = candidates.map((one) => sourcePath(one, outDir, rootDir));
  if ([source, ...others].some((one) => files.exists(one))) return undefined;
  // The check `types` reports what the compiler does not find either.
  return project.compiled || files.mayHave(source) ? 'it is not among the verified files' : undefined;
}

const sourcePath = (path: string, outDir: string, rootDir: string) =>
  normalize(join(rootDir, outDir !== '' && path.startsWith(`${outDir}/`) ? path.slice(outDir.length + 1) : path));

const firstLine = (text: string) => text.split('\n')[0] ?? '';
