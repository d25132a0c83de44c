import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';
import type { CompileInput } from './compile-input.ts';
import { replaceLibrary } from './own-library.ts';
import { outputFolder } from './read-output.ts';
import { writeSentryTypes } from './sentry-types.ts';

/** The tsconfig.json with which TypeScript runs. */
export function configuration({ project, scratch }: SandboxFolders, input: CompileInput, buildInfo: string) {
  const absolute = (path: string) => join(project, path);
  const packages = join(dirname(project), 'node_modules');
  return {
    files: input.roots.map(absolute),
    compilerOptions: {
      ...input.options,
      rootDir: absolute(input.rootDir),
      outDir: outputFolder(scratch),
      sourceMap: input.emit === 'source maps',
      ...(input.from && { incremental: true, tsBuildInfoFile: buildInfo }),
      listFiles: true,
      skipLibCheck: true,
      noCheck: !input.check,
      noEmit: input.emit === 'nothing',
      noErrorTruncation: false,
      types: input.types,
      // A name that is not below `@types` is the name of a package, or of a file in one.
      typeRoots: [join(packages, '@types'), packages, ...input.typeRoots.map(absolute)].filter(existsSync),
      libReplacement: input.ownLibrary && replaceLibrary(join(packages, 'typescript'), scratch),
      paths: {
        ...(!input.wholeSentry && writeSentryTypes(scratch)),
        ...Object.fromEntries(
          Object.entries(input.paths).map(([pattern, targets]) => [pattern, targets.map(absolute)]),
        ),
      },
    },
  };
}
