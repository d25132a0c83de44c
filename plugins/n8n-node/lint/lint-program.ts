import { symlinkSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { SandboxPlace, SandboxProgram } from '../../../kernel/index.ts';
import { type LintFinding, type LintOutput, packFindings } from './lint-output.ts';
import { type Syntax, typescriptSyntax } from './syntax.ts';

export interface LintInput {
  /** What to lint, relative to the project, with `/`. */
  files: readonly string[];
  /** Without the native parser, which a source nested too deeply makes crash. */
  careful?: boolean;
}

/** Lints files of the project with n8n's own rules; see flat-config.ts. */
const lintProgram: SandboxProgram<LintInput, LintOutput> = async (place, { files, careful = false }) => {
  // One of the plugins behaves differently for its own tests, and decides that when it is imported.
  delete process.env['NODE_ENV'];
  const syntax = careful ? typescriptSyntax : await fastestSyntax();
  const { createFileLinter } = await import('./file-linter.ts');
  const lintFile = createFileLinter(folderOf(place), syntax);
  const findings: LintFinding[] = [];
  for (const file of files) findings.push(...lintFile(file));
  return packFindings(findings);
};
export default lintProgram;

async function fastestSyntax(): Promise<Syntax> {
  try {
    const { oxcSyntax } = await import('./oxc-syntax.ts');
    const { takeImportShortcuts } = await import('./import-shortcuts.ts');
    takeImportShortcuts();
    return oxcSyntax;
  } catch {
    // The native parser is not there for every platform.
    return typescriptSyntax;
  }
}

/**
 * The rules look for the manifest in the folders above a file and stop short of a folder that lies in the root of the
 * file system: a project there is shown to them through a link one level deeper.
 */
function folderOf({ project, scratch }: SandboxPlace): string {
  const { dir, root } = parse(project);
  if (dir !== root) return project;
  const link = join(scratch, 'project');
  symlinkSync(project, link);
  return link;
}
