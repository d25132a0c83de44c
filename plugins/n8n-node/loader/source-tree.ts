import type { CheckContext } from '../../../kernel/check.ts';
import { builtFiles } from '../typescript/built-files.ts';
import { sourceMaps } from '../typescript/compiled-project.ts';
import type { LoadedPackage } from './loaded-package.ts';
import type { SourceTree } from './source-position.ts';

/** Locates errors in sources. Called only if there is an error, because it compiles the project again. */
export async function sourceTree(
  { files, service }: Pick<CheckContext, 'files' | 'service'>,
  { project }: LoadedPackage,
): Promise<SourceTree> {
  return {
    has: (path) => files.exists(path),
    maps: project?.compiled ? await service(sourceMaps) : {},
    ...(project && { copied: (await service(builtFiles)).copied }),
  };
}
