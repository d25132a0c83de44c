import type { Service } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { type BuildScript, type CompilerStep, readBuildScript } from '../build-script/build-script.ts';
import { declarationsOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import { findSources, type SourceLayout } from './source-layout.ts';
import { readTsconfig, type Tsconfig } from './tsconfig.ts';

/** How a project is built, as far as its files tell without running anything. */
export interface ProjectLayout {
  tsconfig: Tsconfig;
  build: BuildScript;
  /** The command that compiles; undefined when none of those that are known does. */
  compiler: CompilerStep | undefined;
  layout: SourceLayout;
  /** The folder that the build script or the configuration has tsc write to; undefined when neither names one in the project. */
  outDir: string | undefined;
}

/** Shared by all checks that go from a declared file to its source. */
export const projectLayout: Service<ProjectLayout> = {
  name: 'where package.json, the build script and tsconfig.json say what is built from what',
  async create({ files, manifest = {} }) {
    const build = await readBuildScript(manifest, files);
    const { compiler, tsconfig } = await compilerOf(build, files);
    const { outDir, rootDir } = foldersOf(tsconfig, compiler);
    return {
      tsconfig,
      build,
      compiler,
      outDir,
      layout: findSources(declarationsOf(manifest), files, { outDir, rootDir }),
    };
  },
};

/** The first command that makes scripts, or the first one, with the configuration that it uses. */
async function compilerOf({ compilers }: BuildScript, files: ProjectFiles) {
  let first: { compiler: CompilerStep | undefined; tsconfig: Tsconfig } | undefined;
  for (const compiler of compilers.slice(0, mostCompilers)) {
    const named = compiler.tsconfig !== undefined && files.exists(compiler.tsconfig);
    const tsconfig = await readTsconfig(files, named ? (compiler.tsconfig ?? '') : 'tsconfig.json');
    if (whyNothingEmitted(compiler, tsconfig) === undefined) return { compiler, tsconfig };
    first ??= { compiler, tsconfig };
  }
  return first ?? { compiler: undefined, tsconfig: await readTsconfig(files, 'tsconfig.json') };
}

const mostCompilers = 5;

/** The option of a configuration that keeps a compiler from writing scripts. */
export function whyNothingEmitted(
  { emits }: CompilerStep,
  { compilerOptions }: Tsconfig,
): 'noEmit' | 'emitDeclarationOnly' | undefined {
  if (emits) return undefined;
  if (compilerOptions['noEmit'] === true) return 'noEmit';
  return compilerOptions['emitDeclarationOnly'] === true ? 'emitDeclarationOnly' : undefined;
}

/** Whether the compiler of a project writes scripts: where it does not, another step may. */
export const isCompiled = ({ compiler, tsconfig }: ProjectLayout): boolean =>
  compiler !== undefined && whyNothingEmitted(compiler, tsconfig) === undefined;

function foldersOf({ compilerOptions }: Tsconfig, compiler: CompilerStep | undefined) {
  const clean = (folder: unknown) => {
    const path = typeof folder === 'string' ? normalize(folder).replace(/\/$/, '') : undefined;
    return path === undefined || path.startsWith('..') || path.startsWith('/') ? undefined : path.replace(/^\.$/, '');
  };
  return { outDir: clean(compiler?.outDir ?? compilerOptions['outDir']), rootDir: clean(compilerOptions['rootDir']) };
}
