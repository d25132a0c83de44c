import type { Manifest } from '../../../kernel/check.ts';
import type { Follow } from '../../../kernel/follow.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { baseOf } from '../build-script/copy-rule.ts';
import { memoize } from '../memoize.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';
import {
  type CompilerPlaces,
  commonFolder,
  compilerPlaces,
  isIn,
  scriptName,
} from '../typescript/compiler-locations.ts';
import { isOlderThan } from '../typescript/compiler-options.ts';
import { isDeclarationFile } from '../typescript/declaration-file.ts';
import { isUnreadConfiguration, type ProjectLayout } from '../typescript/project-layout.ts';

/**
 * The path to which tsc compiles a source if it certainly differs from the path that package.json declares; both
 * relative to the project. Undefined if they are equal, or if the configuration or missing files leave it open.
 */
export type BuiltElsewhere = (source: string, declared: string) => string | undefined;

/** @param follow what a file imports; undefined if that is unknown */
export function builtElsewhere(
  project: ProjectLayout,
  manifest: Manifest,
  files: ProjectFiles,
  follow: Follow | undefined,
): BuiltElsewhere {
  const { build, layout } = project;
  const places = build.unknownStep === undefined ? compilerPlaces(project, manifest, files) : undefined;
  if (!places || isUnreadConfiguration(project)) return () => undefined;
  const infers =
    isOlderThan(manifest, '6.0.0') && !setsRoot.test(Object.values(recordOf(manifest['scripts']) ?? {}).join('\n'));
  const shallowest = memoize(({ inputs }: CompilerPlaces) =>
    follow && infers ? shallowestRoot(project, inputs, { files, follow }) : undefined,
  );
  return (source, declared) => {
    if (places.inputs?.has(source) === false) return undefined;
    const output = places.outputOf(source);
    if (output === undefined || output === declared) return undefined;
    // An inferred root is the deepest possible one: a missing file can only make it shallower.
    const isCertain =
      places.isFixed ||
      project.outDir === undefined ||
      !isIn(layout.outDir, declared) ||
      output.length > declared.length ||
      isAbove(rootFor(source, declared, layout), shallowest(places));
    return isCertain ? output : undefined;
  };
}

/** An option of tsc, in any letter case. */
const setsRoot = /--rootdir\b/i;

const isAbove = (root: string | undefined, other: string | undefined) =>
  root !== undefined && other !== undefined && !isIn(other, `${root}/`);

/** The root with which tsc would write a source to the declared path, which is in the output folder. */
function rootFor(source: string, declared: string, { outDir }: ProjectLayout['layout']): string | undefined {
  const script = `/${scriptName(source)}`;
  const ending = `/${outDir === '' ? declared : declared.slice(outDir.length + 1)}`;
  return script.endsWith(ending) ? script.slice(1, -ending.length) : undefined;
}

/** The shallowest root that tsc may infer, whatever files there are in the folders that `include` names. */
function shallowestRoot(
  { tsconfig }: ProjectLayout,
  inputs: CompilerPlaces['inputs'],
  { files, follow }: { files: ProjectFiles; follow: Follow },
): string | undefined {
  const { files: named = [], include } = tsconfig;
  if (!inputs || !include) return undefined;
  // Declarations are written nowhere, but what they import is.
  const reached = new Set([...inputs, ...files.list().filter(isDeclarationFile)]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const path of reached) for (const lead of follow(path)) if (!isAsset.test(lead.path)) reached.add(lead.path);
  const compiled = [...reached].filter((path) => !isDeclarationFile(path));
  return commonFolder([...include.map((pattern) => join(folderOf(pattern), 'file')), ...named, ...compiled]);
}

/** Not a module, which may be missing, and then has no known ending. */
const isAsset = /\.(?:svg|png|jpe?g|gif|webp|css|html?|md|txt|ya?ml)$/i;

/** The folder that a pattern of `include` begins with. Without an ending, the pattern is a folder itself. */
const folderOf = (pattern: string): string => baseOf(normalize(/\.\w+$/.test(pattern) ? pattern : `${pattern}/*`));
