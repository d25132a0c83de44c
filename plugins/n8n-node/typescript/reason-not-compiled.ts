import type { CompiledProject } from './compiled-project.ts';

/** Why there is nothing to compile; the reason for which checks are skipped. */
export function reasonNotCompiled({ build, layout }: CompiledProject): string {
  const { declared } = layout;
  if (declared.length === 0) return 'package.json declares no nodes and no credentials';
  const unmade = declared.find(({ present, source }) => !present && source === undefined);
  if (!unmade) return 'the package is written in JavaScript';
  const missing = unmade.path;
  if (build.unknownStep !== undefined) {
    return `${missing} has no TypeScript source: the build script creates it with \`${build.unknownStep}\`, which is not run`;
  }
  return `${missing} has no TypeScript source`;
}
