import type { Manifest } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { compilerPlaces, isIn } from '../typescript/compiler-locations.ts';
import { isUnreadConfiguration, type ProjectLayout } from '../typescript/project-layout.ts';

/**
 * Says where the project's own tsc writes what it makes of a source, if that is certainly not the path that package.json
 * declares; both relative to the project. Undefined where it agrees, where the configuration does not tell, and where
 * files that are not among those verified may decide it.
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
    // An inferred root is the deepest one possible: a file that was not verified can only make it shallower.
    const isCertain =
      places.isFixed ||
      project.outDir === undefined ||
      !isIn(layout.outDir, declared) ||
      output.length > declared.length;
    return isCertain ? output : undefined;
  };
}
