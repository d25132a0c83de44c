import type { Command } from './run-command.ts';

/** Says nothing and does nothing: what any program of Node.js costs at least. */
export const nothing: Command = { args: ['-e', '0'] };

/**
 * n8n's own gate over the sources of a project, as a whole process: the files, rules and parser of the source leg of
 * @n8n/scan-community-package. It makes a temporary folder and leaves it.
 */
export function officialLint(project: string, temporary: string): Command {
  const program = `
    import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
    const { error } = await analyzePackage(process.argv[1], SOURCE_FILE_PATTERNS);
    if (error) throw error;`;
  return { args: ['-e', program, '--', project], env: { TMPDIR: temporary } };
}

export const officialLintName = "n8n's linter";
