import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { subpathImports } from '../follow/manifest-leads.ts';
import { matchPattern } from '../follow/match-pattern.ts';
import { isRelative, pathFrom } from '../follow/module-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import type { Tsconfig } from './tsconfig.ts';

/** Where specifiers of a project lead. */
export interface Resolution {
  files: ProjectFiles;
  manifest: Readonly<Record<string, unknown>>;
  tsconfig?: Pick<Tsconfig, 'compilerOptions' | 'pathsFolder'>;
}

/**
 * The module that an import names and that is not here, if the project may have it all the same: it was left out, or not
 * sent. What the author's own disk does not have either is no such module.
 * @param from the file that imports it
 */
export function unsentModule(specifier: string, from: string, resolution: Resolution): string | undefined {
  return placesOf(specifier, from, resolution).find((path) => isUnsent(path, resolution.files));
}

function isUnsent(path: string, files: ProjectFiles): boolean {
  if (!files.mayHave(path)) return Object.keys(files.absent().leftOut).some((left) => standsFor(path, left));
  return !files.exists(path);
}

/** Whether a file is what a path without its ending, or of a folder, stands for. */
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
  // `*` stands for packages as well.
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
