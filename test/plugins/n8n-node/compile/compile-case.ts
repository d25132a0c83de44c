import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dir } from 'tmp-promise';
import type { SandboxPlace } from '../../../../kernel/sandbox.ts';
import type { CompileOutput } from '../../../../plugins/n8n-node/compile/compile-output.ts';
import type { CompileInput } from '../../../../plugins/n8n-node/compile/compile-program.ts';
import compileProgram from '../../../../plugins/n8n-node/compile/compile-program.ts';
import { compileKept } from '../../../../plugins/n8n-node/compile/kept-typescript.ts';
import { trimmedTypes } from '../../../../plugins/n8n-node/compile/trimmed-types.ts';
import { isDeclarationFile } from '../../../../plugins/n8n-node/declaration-file.ts';
import type { Contents } from '../project-on-disk.ts';

export interface Case {
  /** `index.ts` is compiled, with all declarations that are not of a package. */
  files: Contents;
  options?: Readonly<Record<string, unknown>>;
  input?: Partial<CompileInput>;
}

/** Compiles a project as the program of the sandbox does, where that says that it saw so many projects before. */
export const compileCase = (one: Case, earlier: number): Promise<CompileOutput> =>
  inFolders(one, (place, input) => compileProgram({ ...place, ...(earlier > 0 && { earlier }) }, input));

/** Whether what is kept is enough for a project, and the command line is not needed. */
export const isKept = (one: Case): Promise<boolean> =>
  inFolders(one, async (place, input) => (await compileKept(place, input)) !== undefined);

async function inFolders<T>(
  { files, options, input }: Case,
  use: (place: SandboxPlace, input: CompileInput) => T | Promise<T>,
): Promise<T> {
  const { path: folder, cleanup } = await dir({ unsafeCleanup: true });
  try {
    const place = { project: join(folder, 'project'), scratch: join(folder, 'scratch') };
    await mkdir(place.scratch);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(place.project, path)), { recursive: true });
      await writeFile(join(place.project, path), text);
    }
    const declarations = Object.keys(files).filter((path) => isDeclarationFile(path) && !path.includes('node_modules'));
    return await use(place, {
      roots: ['index.ts', ...declarations],
      rootDir: '',
      options: {
        ...{ strict: true, module: 'commonjs', moduleResolution: 'bundler', target: 'es2019', resolveJsonModule: true },
        ...options,
      },
      paths: {},
      esModuleInterop: true,
      check: true,
      trimmed: trimmedTypes([]),
      size: 1000,
      ...input,
    });
  } finally {
    await cleanup();
  }
}

/** These files, and one that imports them all. */
export const each = (files: Contents): Contents => ({
  ...files,
  'index.ts': Object.keys(files)
    .filter((path) => /(?<!\.d)\.[cm]?ts$/.test(path) && !path.includes('node_modules'))
    .map((path) => `import './${path.replace(/ts$/, 'js')}';`)
    .join('\n'),
});
