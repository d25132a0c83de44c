import type { Service, ServiceContext } from '../../../../kernel/check.ts';
import { ignoreFileOf, packingOfProject } from '../../project/packing/packing.ts';
import { type BuiltFiles, builtFiles } from '../../typescript/built-files.ts';
import { type CompiledProject, compiledProject, includedScripts } from '../../typescript/compiled-project.ts';
import { lintableFiles } from './lintable-files.ts';

/** The files of the published package that n8n's gate lints in addition to the sources. */
interface PublishedScripts {
  /** By path in the package. */
  scripts: readonly string[];
  /** Output of the build to overlay on the project; empty files for images. */
  overlay: Readonly<Record<string, string>>;
  /** Whether all copies of the build are known. */
  copiesKnown: boolean;
}

/**
 * The scripts of the published package whose sources n8n's gate does not lint: its patterns match sources only in
 * `nodes` and `credentials` of the root, but all scripts of a package. Other scripts have the same problems as their
 * sources.
 */
export const publishedScripts: Service<PublishedScripts | { unknown: string }> = {
  name: 'the scripts of the published package that no linter of sources sees',
  async create(context) {
    const { files, mode, service } = context;
    const nothing = { scripts: [], overlay: {}, copiesKnown: true };
    if (mode !== 'project' || files.list().every((path) => !isScript(path) || isSeenAsSource(path))) return nothing;
    // Other checks report that the compiler failed.
    const project = await service(compiledProject).catch(() => undefined);
    if (!project) return { unknown: `${what} (TypeScript could not be run)` };
    const unknown = whyUnknown(project);
    if (unknown !== undefined) return { unknown };
    const included = await service(includedScripts);
    if (included.failure !== undefined) return { unknown: `${what} (${included.failure})` };
    const built = await service(builtFiles);
    const compiled = { ...included.files, ...project.compiled?.files };
    const isPacked = await packed(context);
    // Not all of `project.copied`: where a step is not understood, it holds all that may be copied.
    const certain = new Set([...built.copied.keys(), ...Object.keys(compiled), ...files.list()]);
    const scripts = lintableFiles([...certain], 'package').filter(
      (path) =>
        path !== 'package.json' && !isSeenAsSource(path) && !comesOfSeen(path, project, files) && isPacked(path),
    );
    if (scripts.length === 0) return nothing;
    return {
      scripts: scripts.sort(),
      overlay: { ...picturesOf(built), ...project.copied, ...compiled },
      copiesKnown: project.build.unclearCopy === undefined && project.build.main !== undefined,
    };
  },
};

const what = 'the published files are unknown';

const isScript = (path: string) => /\.(?:tsx?|jsx?)$/.test(path) && !/\.d\.ts$|(?:^|\/)node_modules\//.test(path);

/** Whether the gate lints a file as a source. */
const isSeenAsSource = (path: string) => lintableFiles([path], 'project').length > 0;

/** Whether a script is compiled from a source that the gate lints. */
function comesOfSeen(path: string, { layout }: CompiledProject, files: ServiceContext['files']): boolean {
  const { outDir, rootDir } = layout;
  const prefix = outDir === '' ? '' : `${outDir}/`;
  if (!path.startsWith(prefix)) return false;
  const stem = `${rootDir === '' ? '' : `${rootDir}/`}${path.slice(prefix.length).replace(/\.js$/, '')}`;
  return ['.ts', '.js'].some((ending) => isSeenAsSource(stem + ending) && files.exists(stem + ending));
}

function whyUnknown({ build, compiled, tsconfig, layout }: CompiledProject): string | undefined {
  if (build.unknownStep !== undefined) return `${what} (build step "${build.unknownStep}")`;
  const unread = tsconfig.faults.find(({ kind }) => kind === 'syntax');
  if (unread) return `${what} (${unread.file} can not be read)`;
  const { unhanded, uncheckedBecause, files } = compiled ?? {};
  if (unhanded !== undefined) return `${what} (${unhanded})`;
  if (compiled && Object.keys(files ?? {}).length === 0)
    return `${what} (${uncheckedBecause ?? 'nothing was compiled'})`;
  const unmade = layout.declared.find(({ present, source }) => !present && source === undefined);
  return unmade && `${what} (there is no source for ${unmade.path})`;
}

/** Whether a file is certainly packed. */
async function packed({ files, manifest = {} }: ServiceContext): Promise<(path: string) => boolean> {
  // Without both, npm packs everything that ignore files do not exclude, and these may be missing.
  if (!Array.isArray(manifest['files']) && ignoreFileOf(files) === undefined) return () => false;
  const packing = await packingOfProject(manifest, files);
  return (path) => packing(path).packed === true;
}

/** n8n's rules only require that the file of an icon exists. */
function picturesOf({ copied }: BuiltFiles): Record<string, string> {
  const pictures = [...copied.keys()].filter((path) => /\.(?:png|svg)$/i.test(path));
  return Object.fromEntries(pictures.map((path) => [path, '']));
}
