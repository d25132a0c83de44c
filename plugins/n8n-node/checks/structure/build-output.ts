import { dirname, join, normalize, relative } from 'node:path/posix';
import type { Manifest } from '../../../../kernel/check.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import type { ProjectLayout } from '../../compile/project-layout.ts';
import { isDeclarationFile } from '../../declaration-file.ts';
import { recordOf } from '../../manifest-fields.ts';
import { GlobMatcher, UnknownGlob } from './glob.ts';

/**
 * Says where the project's own tsc writes what it makes of a source, if that is certainly not the path that package.json
 * declares; both relative to the project. Undefined where it agrees, where the configuration does not tell, and where
 * files that are not among those verified may decide it.
 * https://www.typescriptlang.org/tsconfig/#rootDir
 */
export type BuiltElsewhere = (source: string, declared: string) => string | undefined;

export function builtElsewhere(project: ProjectLayout, manifest: Manifest, files: ProjectFiles): BuiltElsewhere {
  const { tsconfig, build, layout } = project;
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || build.unknownStep !== undefined)
    return () => undefined;
  const fixed = fixedRoot(project, manifest);
  const named = fixed === undefined ? inputs(project, files) : undefined;
  const root = fixed ?? (named && commonFolder([...named]));
  return (source, declared) => {
    if (root === undefined || !isIn(root, source) || named?.has(source) === false) return undefined;
    const output = outputOf(source, root, layout.outDir);
    if (output === declared) return undefined;
    // An inferred root is the deepest one possible: a file that was not verified can only make it shallower.
    const certain = fixed !== undefined || !isIn(layout.outDir, declared) || output.length > declared.length;
    return certain ? output : undefined;
  };
}

function outputOf(source: string, root: string, outDir: string): string {
  return normalize(join(outDir, relative(`/${root}`, `/${source}`).replace(/\.([cm]?)[jt]sx?$/, '.$1js')));
}

const isIn = (folder: string, path: string) => folder === '' || path.startsWith(`${folder}/`);

/** The root that the configuration sets, and the one that TypeScript takes without looking at the files. */
function fixedRoot({ tsconfig }: ProjectLayout, manifest: Manifest): string | undefined {
  const { rootDir, composite } = tsconfig.compilerOptions;
  const clean = (folder: string) => normalize(folder).replace(/\/$/, '').replace(/^\.$/, '');
  if (typeof rootDir === 'string') return clean(rootDir);
  const inConfigFolder = composite === true || majorOfTypeScript(manifest) >= 6;
  return inConfigFolder ? clean(dirname(tsconfig.path ?? '')) : undefined;
}

/** From version 6 on the root is no longer inferred: https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/ */
function majorOfTypeScript(manifest: Manifest): number {
  const wanted = recordOf(manifest['devDependencies'])?.['typescript'];
  return typeof wanted === 'string' ? Number(/\d+/.exec(wanted)?.[0] ?? 0) : 0;
}

function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  if (!first) return undefined;
  const lengths = rest.map((folders) => {
    const differs = first.findIndex((folder, index) => folders[index] !== folder);
    return differs < 0 ? first.length : differs;
  });
  return first
    .slice(
      0,
      lengths.reduce((a, b) => Math.min(a, b), first.length),
    )
    .join('/');
}

/** What the configuration names among the files that are verified; undefined for patterns that are not to be guessed at. */
export function inputs({ tsconfig }: ProjectLayout, files: ProjectFiles): Set<string> | undefined {
  const matcher = new GlobMatcher();
  const { files: named = [], include = tsconfig.files ? [] : ['**/*'], exclude = [] } = tsconfig;
  const matches = (patterns: readonly string[], path: string) =>
    patterns.some((pattern) => {
      const glob = pattern.replace(/^\.\//, '').replace(/\/+$/, '').replace(/^\.$/, '**/*');
      return isInput(path, glob) && (matcher.matches(glob, path) || matcher.matches(`${glob}/**/*`, path));
    });
  const excluded = [...exclude, 'node_modules'];
  try {
    const included = files.list().filter((path) => matches(include, path) && !matches(excluded, path));
    return new Set([...included, ...named.filter((path) => files.exists(path))]);
  } catch (error) {
    if (error instanceof UnknownGlob) return undefined;
    throw error;
  }
}

/** Declarations count for nothing here, and JSON only where a pattern says so. */
function isInput(path: string, glob: string): boolean {
  if (path.endsWith('.json')) return glob.endsWith('.json');
  return /\.[cm]?tsx?$/.test(path) && !isDeclarationFile(path);
}
