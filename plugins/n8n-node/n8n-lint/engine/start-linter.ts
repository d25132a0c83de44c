import { withSettledExports } from './inline-getters.ts';
import type { LintFinding } from './lint-output.ts';
import { useLintPackages } from './lint-packages.ts';
import { selectParser } from './select-parser.ts';

/**
 * Loads n8n's rules into this thread.
 * @param options.folder absolute path of the project
 * @param options.kit folder of the linter's packages
 * @param options.careful without the native parser; see `LintInput`
 * @throws {Error} as `selectParser` does
 * @returns the function that lints a file; see `createFileLinter`
 */
export async function startLinter({
  folder,
  kit,
  careful,
}: {
  folder: string;
  kit: string;
  careful: boolean;
}): Promise<(file: string) => LintFinding[]> {
  useLintPackages(kit);
  // One of the plugins behaves differently in tests, which it detects when it is imported.
  delete process.env['NODE_ENV'];
  return withSettledExports(async () => {
    const syntax = await selectParser(careful);
    const { createFileLinter } = await import('./file-linter.ts');
    return createFileLinter(folder, syntax);
  });
}
