import { fastestSyntax } from './fastest-syntax.ts';
import type { FileWatch } from './file-linter.ts';
import type { LintFinding } from './lint-output.ts';
import { withSettledExports } from './settle-exports.ts';
import { typescriptSyntax } from './syntax.ts';

/** What makes linters, by whether they are careful: a thread that sees another project has it already. */
const loaded = new Map<boolean, ReturnType<typeof load>>();

/**
 * Loads n8n's rules into this thread.
 * @param options.folder absolute path of the project
 * @param options.careful without the native parser; see `LintInput`
 * @param options.watch see `createFileLinter`
 * @returns what lints a file of it; see `createFileLinter`
 */
export async function startLinter({
  folder,
  careful,
  watch,
}: {
  folder: string;
  careful: boolean;
  watch?: FileWatch;
}): Promise<(file: string) => LintFinding[]> {
  const loading = loaded.get(careful) ?? load(careful);
  loaded.set(careful, loading);
  const { syntax, createFileLinter } = await loading;
  return createFileLinter(folder, syntax, watch);
}

function load(careful: boolean) {
  // One of the plugins behaves differently for its own tests, and decides that when it is imported.
  delete process.env['NODE_ENV'];
  return withSettledExports(async () => {
    const syntax = careful ? typescriptSyntax : await fastestSyntax();
    const { createFileLinter } = await import('./file-linter.ts');
    return { syntax, createFileLinter };
  });
}
