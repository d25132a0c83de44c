import { dirname, join } from 'node:path';
import type { SandboxPlace } from '../../../kernel/sandbox.ts';
import type { CompileInput } from './compile-program.ts';
import { folderOf } from './installed.ts';
import { layTypes } from './lay-types.ts';
import { outputFolder } from './read-output.ts';

/** What TypeScript is told of a project, as its tsconfig.json would say it. */
export function configuration({ project, scratch }: SandboxPlace, input: CompileInput, buildInfo: string) {
  const absolute = (path: string) => join(project, path);
  const n8nWorkflow = folderOf(input.host ?? 'n8n-workflow');
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
      types: ['node'],
      typeRoots: [dirname(folderOf('@types/node'))],
      paths: {
        ...layTypes(input.trimmed, n8nWorkflow, scratch),
        ...Object.fromEntries(
          Object.entries(input.paths).map(([pattern, targets]) => [pattern, targets.map(absolute)]),
        ),
        'n8n-workflow': [n8nWorkflow],
        'n8n-workflow/common': [join(n8nWorkflow, 'dist/esm/common/index.d.ts')],
        'n8n-workflow/*': [join(n8nWorkflow, '*')],
      },
    },
  };
}
