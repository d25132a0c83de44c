import type { Service, ServiceContext } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { isTestFile } from '../project/test-file.ts';
import { certainPlaces, isIn } from './compiler-locations.ts';
import { type CompilerOptions, translateOptions } from './compiler-options.ts';
import { isDeclarationFile } from './declaration-file.ts';
import { type ProjectLayout, projectLayout } from './project-layout.ts';

/** The input of TypeScript that is the same for all runs on a project. */
export interface ProjectInput extends CompilerOptions {
  /** Sources to compile, with all their imports; relative to the project. */
  roots: readonly string[];
  rootDir: string;
}

/** Undefined if no declared file has a source that can be compiled, or the configuration cannot be read. */
export const projectInput: Service<ProjectInput | undefined> = {
  name: 'input of the compiler',
  create: async (context) => inputOf(await context.service(projectLayout), context),
};

function inputOf(project: ProjectLayout, context: ServiceContext): ProjectInput | undefined {
  const { files, manifest = {} } = context;
  const { tsconfig, layout } = project;
  const allowsJs = tsconfig.compilerOptions['allowJs'] === true;
  const compiles = (path: string) => /\.[cm]?tsx?$/.test(path) || (allowsJs && /\.[cm]?jsx?$/.test(path));
  const roots = layout.declared.flatMap(({ source }) => (source !== undefined && compiles(source) ? [source] : []));
  if (roots.length === 0 || tsconfig.faults.some(({ kind }) => kind === 'syntax')) return undefined;
  const included = [...(certainPlaces(project, context)?.inputs ?? [])].filter(
    (path) => compiles(path) && !isTestFile(path),
  );
  // The build also compiles, and fails on, nodes that are not declared.
  const others = included.filter((path) => /(?:^|\/)(?:nodes|credentials)\//.test(path));
  // An import of it leads to the declarations.
  const declared = included.filter((path) => isIn(layout.rootDir, path) && isDeclaredBeside(path, files));
  const ambient = files.list().filter((path) => isDeclarationFile(path) && !path.includes('node_modules/'));
  return {
    ...translateOptions(tsconfig, manifest),
    roots: [...new Set([...roots, ...others, ...declared, ...ambient])],
    rootDir: layout.rootDir,
  };
}

/** Whether it is JavaScript with its types in a file beside it: `include` does not leave it out, as beside its source. */
function isDeclaredBeside(path: string, files: ProjectFiles): boolean {
  const name = /^(.*)\.jsx?$/.exec(path)?.[1];
  return name !== undefined && files.exists(`${name}.d.ts`) && !['.ts', '.tsx'].some((end) => files.exists(name + end));
}

/** The input of compile-program.ts. */
export interface CompileInput extends Omit<ProjectInput, 'seesExports' | 'types'> {
  /** Names of packages, or below `@types`, that are included without an import. */
  types: readonly string[];
  /** Packages of which a dependency is missing. */
  incomplete: readonly string[];
  /** The project's version of TypeScript, to use its libraries and the types for it. */
  ownLibrary?: string;
  /** Whether to check types; without, it only compiles, which is faster. */
  check: boolean;
  /** What to emit; the code when absent. */
  emit?: 'code' | 'source maps' | 'nothing';
  /** The state of an earlier run, to compile only what has changed. */
  from?: { buildInfos?: readonly string[] };
  /** Whether the project uses @sentry/node or does not have it; otherwise a short declaration replaces its types. */
  wholeSentry: boolean;
  /** Bytes of all scripts of the project. */
  size: number;
}
