import type { ServiceContext } from '../../../kernel/check.ts';
import { type CompilerOptions, translateOptions } from './compiler-options.ts';
import { isDeclarationFile } from './declaration-file.ts';
import type { ProjectLayout } from './project-layout.ts';

/** What TypeScript is told of a project, whatever is wanted of it. */
export interface ProjectInput extends CompilerOptions {
  /** Sources to compile, with everything that they import; relative to the project. */
  roots: readonly string[];
  rootDir: string;
}

/** Undefined when none of the declared files has a source that could be compiled, or its configuration can't be read. */
export function compileInput(
  { tsconfig, layout }: ProjectLayout,
  { files, manifest = {} }: Pick<ServiceContext, 'files' | 'manifest'>,
): ProjectInput | undefined {
  const allowsJs = tsconfig.compilerOptions['allowJs'] === true;
  const compiles = (path: string) => isTypeScript(path) || (allowsJs && /\.[cm]?jsx?$/.test(path));
  const roots = layout.declared.flatMap(({ source }) => (source !== undefined && compiles(source) ? [source] : []));
  if (roots.length === 0 || tsconfig.faults.some(({ kind }) => kind === 'syntax')) return undefined;
  const ambient = files.list().filter((path) => isDeclarationFile(path) && !path.includes('node_modules/'));
  return {
    ...translateOptions(tsconfig, manifest),
    roots: [...new Set([...roots, ...ambient])],
    rootDir: layout.rootDir,
  };
}

const isTypeScript = (path: string) => /\.[cm]?tsx?$/.test(path);

/** What the program that compiles is asked. */
export interface CompileInput extends Omit<ProjectInput, 'seesExports' | 'types'> {
  /** What TypeScript sees without being told: names below `@types`, or of packages. */
  types: readonly string[];
  /** Packages that are there, but not all that their types rest on. */
  incomplete: readonly string[];
  /** Whether the library of the laid TypeScript is used in the place of the compiler's own. */
  ownLibrary: boolean;
  /** Whether to look for type errors; without, what was compiled comes as fast as it can. */
  check: boolean;
  /** What is wanted of what is compiled; the code when absent. */
  emit?: 'code' | 'source maps' | 'nothing';
  /** Set to go on from where an earlier run ended, with what its state says; only what has to be is compiled then. */
  from?: { buildInfos?: readonly string[] };
  /** Whether the project names @sentry/node: else the little that n8n-workflow uses of its types stands in for it. */
  wholeSentry: boolean;
  /** Bytes of all scripts of the project. */
  size: number;
}
