import type { CompiledProject } from './compiled-project.ts';

/** Why there was nothing to compile, for a check to be skipped with. */
export function reasonNotCompiled({ build, layout }: CompiledProject): string {
  const { declared } = layout;
  if (declared.length === 0) return 'package.json declares no nodes and no credentials';
  const unmade = declared.find(({ present, source }) => !present && source === undefined);
  if (!unmade) return 'the package is written in JavaScript';
  const missing = unmade.path;
  if (build.unknownStep !== undefined) {
    return `${missing} has no source here that it could be compiled from: the build script makes it with \`${build.unknownStep}\`, which this check does not run`;
  }
  return `there is no TypeScript source for ${missing}`;
}
