import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { subpathImports } from '../follow/manifest-leads.ts';
import { matchPattern } from '../follow/match-pattern.ts';
import { isRelative, pathFrom } from '../follow/module-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import type { Tsconfig } from './tsconfig.ts';

/** What is needed to resolve specifiers of a project. */
interface Resolution {
  files: ProjectFiles;
  manifest: Readonly<Record<string, unknown>>;
  tsconfig?: Pick<Tsconfig, 'compilerOptions' | 'pathsFolder'>;
}

/**
 * The module of an import that is missing here but may exist in the project, because it was excluded or not uploaded.
 * Undefined for a module that does not exist on the author's disk either.
 * @param from the file that imports it
 */
export function unsentModule(specifier: string, from: string, resolution: Resolution): string | undefined {
  return placesOf(specifier, from, resolution).find((path) => isUnsent(path, resolution.files));
}

function isUnsent(path: string, files: ProjectFiles): boolean {
  if (!files.mayHave(path)) return Object.keys(files.absent().leftOut).some((left) => standsFor(path, left));
  return !files.exists(path);
}

/** Whether a path without extension, or of a folder, resolves to a file. */
function standsFor(path: string, file: string): boolean {
  const stem = (text: string) => text.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.json$/, '');
  return stem(file) === stem(path) || stem(file) === `${path}/index`;
}

function placesOf(specifier: string, from: string, { manifest, tsconfig }: Resolution): string[] {
  if (isRelative(specifier)) return [pathFrom(from, specifier).replace(/\/$/, '')];
  if (specifier.startsWith('#'))
    return subpathImports(manifest).flatMap(({ pattern, target }) =>
      (matchPattern(specifier, pattern, [target]) ?? []).map((path) => normalize(path)),
    );
  const { paths, baseUrl } = tsconfig?.compilerOptions ?? {};
  const base = typeof baseUrl === 'string' ? baseUrl : (tsconfig?.pathsFolder ?? '.');
  // `*` matches packages too.
  return Object.entries(recordOf(paths) ?? {}).flatMap(([pattern, targets]) =>
    pattern === '*' || !Array.isArray(targets)
      ? []
      : (
          matchPattern(
            specifier,
            pattern,
            targets.filter((target) => typeof target === 'string'),
          ) ?? []
        ).map((target) => normalize(`${base}/${target}`)),
  );
}
