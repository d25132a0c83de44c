import { extname, relative } from 'node:path/posix';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { unclearCopyOf } from '../build-script/build-script.ts';
import { copiesOf } from '../build-script/copy-rule.ts';
import { join } from '../project/project-path.ts';
import type { BuiltFiles } from './built-files.ts';
import { builtFiles } from './built-files.ts';
import { projectInput } from './compile-input.ts';
import type { CompileOutput, Diagnostic } from './compile-output.ts';
import { certainPlaces, isIn, scriptName } from './compiler-locations.ts';
import { type LaidTypes, laidTypes } from './laid-types.ts';
import { type ProjectLayout, projectLayout } from './project-layout.ts';
import { compiledAround } from './releases-around.ts';
import { runTypeScript } from './run-typescript.ts';
import { typeCheck } from './type-check.ts';

/** A compiled project, which the checks `types` and `load` share. */
export interface CompiledProject extends ProjectLayout {
  /** Undefined if no declared file has a TypeScript source, or tsconfig.json cannot be read. */
  compiled: Compiled | undefined;
  /** Other files that the build creates, by path in the project; empty if there is no build. */
  copied: Readonly<Record<string, string>>;
  /** Those of them that are too large. */
  tooLarge: ReadonlySet<string>;
}

interface Compiled {
  diagnostics: readonly Diagnostic[];
  /** Compiled texts by path in the project, in the output folder of the build. */
  files: Readonly<Record<string, string>>;
  /** Why the compiled files are missing. */
  unhanded?: string;
  /** Why the types could not be checked; there may be compiled files. */
  uncheckedBecause?: string;
  /** Compiled with the releases around an n8n-workflow that is not in the registry, which come to the same. */
  isAround?: boolean;
}

/** A project with what its build adds to it, or replaces in it; neither is there for a package. */
export async function builtProject({ mode, service }: Pick<ServiceContext, 'mode' | 'service'>): Promise<{
  project: CompiledProject | undefined;
  overlay: Readonly<Record<string, string>> | undefined;
}> {
  const project = mode === 'project' ? await service(compiledProject) : undefined;
  return { project, overlay: project && { ...project.copied, ...project.compiled?.files } };
}

/** The overlay of a built project, for programs that start before it is built. */
const builtOverlay: Service<Readonly<Record<string, string>>> = {
  name: 'overlay of the project',
  // Who needs the project itself is told that it could not be built.
  create: async (context) => (await builtProject(context).catch(() => undefined))?.overlay ?? {},
};

/** The same promise for all. It does not reject. */
export const laidProject = ({ mode, service }: Pick<ServiceContext, 'mode' | 'service'>) =>
  mode === 'project' ? service(builtOverlay) : undefined;

/** Seconds. */
const checkLimit = 40;
const emitLimit = 15;

export const compiledProject: Service<CompiledProject> = {
  name: 'compiled project',
  async create(context) {
    const { files } = context;
    const project = await context.service(projectLayout);
    const { layout } = project;
    const hasSources = layout.declared.some(({ source }) => source !== undefined);
    const copies = hasSources ? await copiedFiles(project, await context.service(builtFiles), files) : noCopies;
    const known = await context.service(projectInput);
    if (!known) return { ...project, ...copies, compiled: undefined };
    const placed = (output: CompileOutput) => withMoved(place(output, layout.outDir), project);
    const around = await builtAround(context);
    if (around) return { ...project, ...copies, compiled: { ...placed(around.output), isAround: true } };
    const input = { ...known, laid: await context.service(laidTypes) };
    const checked = await typeCheck(context, input, checkLimit);
    if (checked.failure === undefined) return { ...project, ...copies, compiled: placed(checked) };
    // Nodes are loaded even if their types cannot be checked in time.
    const emitted = await runTypeScript(context, { ...input, check: false }, emitLimit);
    if (emitted.failure !== undefined) {
      // If it fails without sources too, the project is not the cause.
      const control = await runTypeScript(context, { ...input, roots: [], check: false }, emitLimit);
      if (control.failure !== undefined) throw new Error(`TypeScript failed to run: ${control.failure}`);
    }
    const compiled = { ...placed(emitted), diagnostics: [], uncheckedBecause: checked.failure };
    return { ...project, ...copies, compiled };
  },
};

/** The output with the releases around the n8n-workflow of the project, if that is missing: without it, enums are not inlined. */
async function builtAround({ service }: Pick<ServiceContext, 'service'>) {
  const { versions } = await service(laidTypes);
  return Object.hasOwn(versions, 'n8n-workflow') ? undefined : (await service(compiledAround))?.same;
}

/** The packages that the output of a project is compiled with. */
const usedTypes = async (context: Pick<ServiceContext, 'service'>): Promise<LaidTypes> =>
  (await builtAround(context))?.laid ?? context.service(laidTypes);

/** The output of sources that the configuration includes, but no declared file imports. */
interface IncludedScripts {
  /** As in `Compiled`. */
  files: Readonly<Record<string, string>>;
  /** Why the compiler did not finish. */
  failure?: string;
}

/** Types are not checked: these may be tests, whose packages are not fetched. */
export const includedScripts: Service<IncludedScripts> = {
  name: 'compiled scripts',
  async create(context) {
    const project = await context.service(compiledProject);
    const known = await context.service(projectInput);
    const roots = includedSources(project, context);
    if (!known || roots.length === 0) return { files: {} };
    const input = { ...known, laid: await usedTypes(context), roots, check: false };
    const { files, failure } = await runTypeScript(context, input, emitLimit);
    return { files: placed(files, project.layout.outDir), ...(failure !== undefined && { failure }) };
  },
};

/** Only those whose output path is certain. */
function includedSources(project: CompiledProject, context: ServiceContext): string[] {
  const places = certainPlaces(project, context);
  const { outDir, rootDir } = project.layout;
  return [...(places?.inputs ?? [])].filter((source) => {
    if (source.endsWith('.json') || !isIn(rootDir, source)) return false;
    const output = join(outDir, relative(`/${rootDir}`, `/${scriptName(source)}`));
    return places?.outputOf(source) === output && project.compiled?.files[output] === undefined;
  });
}

/**
 * Source maps by path of the compiled file, as JSON with sources relative to the project. In a separate run of TypeScript,
 * because most projects do not need them.
 */
export const sourceMaps: Service<Readonly<Record<string, string>>> = {
  name: 'source maps',
  async create(context) {
    const project = await context.service(compiledProject);
    const known = project.compiled && (await context.service(projectInput));
    if (!known) return {};
    const roots = [...known.roots, ...includedSources(project, context)];
    const input = { ...known, laid: await usedTypes(context), roots };
    const { files } = await runTypeScript(context, { ...input, check: false, emit: 'source maps' }, emitLimit);
    return placed(files, project.layout.outDir);
  },
};

function place({ diagnostics, files, unhanded }: CompileOutput, outDir: string): Compiled {
  return { diagnostics, files: placed(files, outDir), ...(unhanded !== undefined && { unhanded }) };
}

/** With what the build copies from one output folder to another: `dist/src/nodes` to `dist/nodes`. */
function withMoved(compiled: Compiled, { build }: ProjectLayout): Compiled {
  const { files } = compiled;
  const moved = [...copiesOf(build.copies, Object.keys(files)).sources].map(([to, from]) => [to, files[from] ?? '']);
  return { ...compiled, files: { ...Object.fromEntries(moved), ...files } };
}

function placed(files: CompileOutput['files'], outDir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [join(outDir, path), text]));
}

/** Characters of one file and of all files. */
const fileLimit = 2 * 1024 * 1024;
const totalLimit = 8 * 1024 * 1024;

/** Text files only: pictures do not affect the load of a node. */
const copyable = /\.(?:json|svg|[cm]?js|html?|css|txt|md|ya?ml|graphql|gql|sql|xml|csv|hbs|ejs|tpl)$/i;

/**
 * The files that the build copies to its output folder: by its commands, JSON by tsconfig, and if a command is not
 * understood, all files that it may copy.
 * @returns texts by the path in the output folder
 */
async function copiedFiles(
  project: ProjectLayout,
  built: BuiltFiles,
  files: ProjectFiles,
): Promise<Pick<CompiledProject, 'copied' | 'tooLarge'>> {
  const copied: Record<string, string> = {};
  const tooLarge = new Set<string>();
  let total = 0;
  for (const [to, from] of [...possibleCopies(project, files), ...built.copied]) {
    if (!copyable.test(from) || Object.hasOwn(copied, to)) continue;
    const text = await files.read(from);
    if (text.length > fileLimit || total + text.length > totalLimit) {
      tooLarge.add(to);
      continue;
    }
    total += text.length;
    copied[to] = text;
  }
  return { copied, tooLarge };
}

const noCopies = { copied: {}, tooLarge: new Set<string>() };

/** All files that may be copied, at the paths that compiled files would have. */
function possibleCopies(
  { build, compiler, layout, tsconfig }: ProjectLayout,
  files: ProjectFiles,
): [to: string, from: string][] {
  const isClear = build.main !== undefined && build.unclearCopy === undefined && build.unknownStep === undefined;
  const compiles = compiler !== undefined || tsconfig.path !== undefined;
  const javascript = layout.declared.some(({ source }) => source !== undefined && /\.[cm]?jsx?$/.test(source));
  if (isClear && (compiles || !javascript)) return [];
  const isByCopy = build.main !== undefined && build.unknownStep === undefined && (compiles || !javascript);
  const { rootDir, outDir } = layout;
  const prefix = rootDir === '' ? '' : `${rootDir}/`;
  return files
    .list()
    .filter((path) => path.startsWith(prefix) && !/(?:^|\/)node_modules\//.test(path))
    .filter((path) => outDir === '' || !path.startsWith(`${outDir}/`))
    .filter((path) => !isByCopy || unclearCopyOf(build, [extname(path)]) !== undefined)
    .map((path) => [`${outDir === '' ? '' : `${outDir}/`}${path.slice(prefix.length)}`, path]);
}
