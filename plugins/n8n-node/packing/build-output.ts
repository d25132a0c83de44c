import type { Manifest } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { compilerPlaces, isIn } from '../typescript/compiler-locations.ts';
import { isUnreadConfiguration, type ProjectLayout } from '../typescript/project-layout.ts';

/**
 * The path to which tsc compiles a source if it certainly differs from the path that package.json declares; both
 * relative to the project. Undefined if they are equal, or if the configuration or missing files leave it open.
 */
export type BuiltElsewhere = (source: string, declared: string) => string | undefined;

export function builtElsewhere(project: ProjectLayout, manifest: Manifest, files: ProjectFiles): BuiltElsewhere {
  const { build, layout } = project;
  const places = build.unknownStep === undefined ? compilerPlaces(project, manifest, files) : undefined;
  if (!places || isUnreadConfiguration(project)) return () => undefined;
  return (source, declared) => {
    if (places.inputs?.has(source) === false) return undefined;
    const output = places.outputOf(source);
    if (output === undefined || output === declared) return undefined;
    // An inferred root is the deepest possible one: a missing file can only make it shallower.
    const isCertain =
      places.isFixed ||
      project.outDir === undefined ||
      !isIn(layout.outDir, declared) ||
      output.length > declared.length;
    return isCertain ? output : undefined;
  };
}
