import type { ServiceContext } from '../../../kernel/check.ts';
import { isDeclarationFile } from '../declaration-file.ts';
import { type CompilerOptions, translateOptions } from './compiler-options.ts';
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
