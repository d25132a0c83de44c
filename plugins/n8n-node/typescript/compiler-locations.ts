import { dirname, relative } from 'node:path/posix';
import type { Manifest, ServiceContext } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { GlobMatcher, UnknownGlob } from '../project/glob.ts';
import { join, normalize } from '../project/project-path.ts';
import { typescriptMajor } from './compiler-options.ts';
import { isDeclarationFile } from './declaration-file.ts';
import { isCompiled, isUnreadConfiguration, type ProjectLayout } from './project-layout.ts';

/** The inputs and outputs of tsc. Paths are relative to the project. */
export interface CompilerPlaces {
  /** The verified files that the configuration includes. */
  inputs: ReadonlySet<string> | undefined;
  /** The root folder of the sources, and whether the configuration sets it. */
  root: string;
  isFixed: boolean;
  /** The output path of a source; undefined outside of the root. */
  outputOf(source: string): string | undefined;
}

/**
 * Determines where the project's tsc writes to. Undefined if the configuration is not enough for that.
 * https://www.typescriptlang.org/tsconfig/#rootDir
 */
export function compilerPlaces(
  project: Pick<ProjectLayout, 'tsconfig' | 'layout' | 'outDir'>,
  manifest: Manifest,
  files: ProjectFiles,
): CompilerPlaces | undefined {
  const { tsconfig, layout } = project;
  // With project references, each project has its own output folder.
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || tsconfig.hasReferences) return undefined;
  const fixed = fixedRoot(project, manifest);
  const named = inputs(project, files);
  const root = fixed ?? (named && commonFolder([...named]));
  if (root === undefined) return undefined;
  return {
    inputs: named,
    root,
    isFixed: fixed !== undefined,
    outputOf(source) {
      // Without an output folder, it writes next to the sources.
      if (project.outDir === undefined) return scriptName(source);
      return isIn(root, source)
        ? normalize(join(layout.outDir, relative(`/${root}`, `/${scriptName(source)}`)))
        : undefined;
    },
  };
}

/** The same where it is certain that the build uses the configuration that was read. */
export function certainPlaces(
  project: ProjectLayout,
  { files, manifest = {} }: Pick<ServiceContext, 'files' | 'manifest'>,
): CompilerPlaces | undefined {
  if (!isCompiled(project) || isUnreadConfiguration(project)) return undefined;
  return compilerPlaces(project, manifest, files);
}

/** The name of the compiled file of a script. */
export const scriptName = (source: string) => source.replace(/\.([cm]?)[jt]sx?$/, '.$1js');

/** Whether a path is in a folder; `''` is the project folder. */
export const isIn = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The root that the configuration sets, or that TypeScript uses for any files. */
function fixedRoot({ tsconfig }: Pick<ProjectLayout, 'tsconfig'>, manifest: Manifest): string | undefined {
  const { rootDir, composite } = tsconfig.compilerOptions;
  const clean = (folder: string) => normalize(folder).replace(/\/$/, '').replace(/^\.$/, '');
  if (typeof rootDir === 'string') return clean(rootDir);
  // From version 6 on the root is no longer inferred: https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/
  const inConfigFolder = composite === true || typescriptMajor(manifest) >= 6;
  return inConfigFolder ? clean(dirname(tsconfig.path ?? '')) : undefined;
}

/** The folder that all paths are in; `''` is the project folder. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  if (!first) return undefined;
  let length = first.length;
  for (const folders of rest) {
    const differs = first.findIndex((folder, index) => folders[index] !== folder);
    if (differs >= 0) length = Math.min(length, differs);
  }
  return first.slice(0, length).join('/');
}

/** The verified files that the configuration includes; undefined for unsupported patterns. */
export function inputs(
  { tsconfig, layout }: Pick<ProjectLayout, 'tsconfig' | 'layout'>,
  files: ProjectFiles,
): Set<string> | undefined {
  const matcher = new GlobMatcher();
  const { files: named = [], include = tsconfig.files ? [] : ['**/*'], exclude } = tsconfig;
  const withScripts = tsconfig.compilerOptions['allowJs'] === true;
  const matches = (patterns: readonly string[], path: string) =>
    patterns.some((pattern) => {
      const glob = pattern
        .replace(/^\.\//, '')
        .replace(/(?<!\/)\/+$/, '')
        .replace(/^\.$/, '**/*');
      const isInput = isScript(path, withScripts) || (path.endsWith('.json') && glob.endsWith('.json'));
      return isInput && (matcher.matches(glob, path) || matcher.matches(`${glob}/**/*`, path));
    });
  // What `exclude` replaces: https://www.typescriptlang.org/tsconfig/#exclude
  const usual = ['node_modules', 'bower_components', 'jspm_packages'];
  const excluded = [...(exclude ?? usual), ...(layout.outDir === '' ? [] : [layout.outDir])];
  try {
    const included = files.list().filter((path) => matches(include, path) && !matches(excluded, path));
    return new Set([...included, ...named.filter((path) => files.exists(path))]);
  } catch (error) {
    if (error instanceof UnknownGlob) return undefined;
    throw error;
  }
}

/** Without declaration files. JSON files are included only by patterns that name them. */
function isScript(path: string, withScripts: boolean): boolean {
  if (withScripts && /\.[cm]?jsx?$/.test(path)) return true;
  return /\.[cm]?tsx?$/.test(path) && !isDeclarationFile(path);
}
