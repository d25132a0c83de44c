import type { Command } from './run-command.ts';

/** An empty program: the minimum cost of any Node.js program. */
export const nothing: Command = { args: ['-e', '0'] };

/**
 * n8n's own linter on the sources of a project, as a process: the files, rules and parser of
 * @n8n/scan-community-package. It leaves a temporary folder behind.
 */
export function officialLint(project: string, temporary: string): Command {
  const program = `
    import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
    const { error } = await analyzePackage(process.argv[1], SOURCE_FILE_PATTERNS);
    if (error) throw error;`;
  return { args: ['-e', program, '--', project], env: { TMPDIR: temporary } };
}

export const officialLintName = "n8n's linter";
