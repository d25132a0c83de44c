import type { Service, ServiceContext } from '../../../kernel/check.ts';
import { type BuildScript, type CompilerStep, readBuildScript } from '../build-script/build-script.ts';
import { keepsBuild } from '../build-script/kept-build.ts';
import { declarationsOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import { findSources, type SourceLayout } from './source-layout.ts';
import { readTsconfig, type Tsconfig } from './tsconfig.ts';

/** How a project is built, as far as its files show. Nothing is run. */
export interface ProjectLayout {
  tsconfig: Tsconfig;
  build: BuildScript;
  /** The command that compiles; undefined if no known command does. */
  compiler: CompilerStep | undefined;
  layout: SourceLayout;
  /** Whether the declared files are published as the repository has them: they have sources, but nothing builds them. */
  isKept: boolean;
  /** The output folder of tsc according to the build script or the configuration; undefined if it is not in the project. */
  outDir: string | undefined;
}

/** For checks that need the sources of declared files. */
export const projectLayout: Service<ProjectLayout> = {
  name: 'project layout',
  async create(context) {
    const { files, manifest = {} } = context;
    const build = await readBuildScript(manifest, files);
    const { compiler, tsconfig } = await compilerOf(build, context);
    const { outDir, rootDir } = foldersOf(tsconfig, compiler);
    const layout = findSources(declarationsOf(manifest), files, { outDir, rootDir });
    const ignoreFile = files.exists('.gitignore') ? await files.read('.gitignore') : undefined;
    const isKept =
      layout.declared.some(({ source }) => source !== undefined) &&
      keepsBuild(manifest, {
        exists: (path) => files.exists(path),
        read: (path) => (path === '.gitignore' ? ignoreFile : undefined),
      });
    return { tsconfig, build, compiler, outDir, isKept, layout: isKept ? withoutSources(layout) : layout };
  },
};

const withoutSources = (layout: SourceLayout): SourceLayout => ({
  ...layout,
  declared: layout.declared.map((entry) => ({ ...entry, source: undefined })),
});

/** The first compiler command that emits scripts, else the first one, with its configuration. */
async function compilerOf({ compilers }: BuildScript, context: Pick<ServiceContext, 'files' | 'packages'>) {
  let first: { compiler: CompilerStep | undefined; tsconfig: Tsconfig } | undefined;
  for (const compiler of compilers.slice(0, maxCompilers)) {
    const named = compiler.tsconfig !== undefined && context.files.exists(compiler.tsconfig);
    const tsconfig = await readTsconfig(context, named ? (compiler.tsconfig ?? '') : 'tsconfig.json');
    if (whyNothingEmitted(compiler, tsconfig) === undefined) return { compiler, tsconfig };
    first ??= { compiler, tsconfig };
  }
  return first ?? { compiler: undefined, tsconfig: await readTsconfig(context, 'tsconfig.json') };
}

const maxCompilers = 5;

/** The option that prevents a compiler from emitting scripts. */
export function whyNothingEmitted(
  { emits }: CompilerStep,
  { compilerOptions }: Tsconfig,
): 'noEmit' | 'emitDeclarationOnly' | undefined {
  if (emits) return undefined;
  if (compilerOptions['noEmit'] === true) return 'noEmit';
  return compilerOptions['emitDeclarationOnly'] === true ? 'emitDeclarationOnly' : undefined;
}

/** Whether the compiler of a project emits scripts; otherwise another build step may. */
export const isCompiled = ({ compiler, tsconfig }: ProjectLayout): boolean =>
  compiler !== undefined && whyNothingEmitted(compiler, tsconfig) === undefined;

/** Whether the build uses a configuration that was not read, or several. */
export const isUnreadConfiguration = ({ build, compiler, tsconfig }: ProjectLayout): boolean =>
  (compiler?.tsconfig !== undefined && compiler.tsconfig !== tsconfig.path) ||
  new Set(build.compilers.map((one) => one.tsconfig ?? 'tsconfig.json')).size > 1;

function foldersOf({ compilerOptions }: Tsconfig, compiler: CompilerStep | undefined) {
  const clean = (folder: unknown) => {
    const path = typeof folder === 'string' ? normalize(folder).replace(/\/$/, '') : undefined;
    return path === undefined || path.startsWith('..') || path.startsWith('/') ? undefined : path.replace(/^\.$/, '');
  };
  return { outDir: clean(compiler?.outDir ?? compilerOptions['outDir']), rootDir: clean(compilerOptions['rootDir']) };
}
