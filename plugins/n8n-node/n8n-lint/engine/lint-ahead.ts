import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import type { SandboxJob } from '../../../../kernel/sandbox.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { warmUpProject } from '../../sandbox/warm-up-project.ts';

/** The input of `lint-ahead-program`. */
export interface LintAheadInput {
  /** The whole project: bytes in Base64 by path. */
  project: Readonly<Record<string, string>>;
  /** The files to lint. */
  files: readonly string[];
}

/** Bytes of a project that is sent as a whole. */
const maxProject = 8 * 1024 * 1024;

const program = siblingModule(import.meta.url, 'lint-ahead-program');

/** Linting in a process that has loaded the rules before the files changed. */
export function lintAhead(files: ProjectFiles, linted: readonly string[]): NonNullable<SandboxJob['ahead']> {
  return { program, warmUp, input: () => aheadInput(files, linted) };
}

async function aheadInput(files: ProjectFiles, linted: readonly string[]): Promise<LintAheadInput | null> {
  const project: Record<string, string> = {};
  let left = maxProject;
  for (const path of files.list()) {
    const bytes = await files.bytes(path);
    left -= bytes.length;
    if (left < 0) return null;
    project[path] = Buffer.from(bytes).toString('base64');
  }
  return { project, files: linted };
}

function warmUp(): { input: LintAheadInput } {
  const texts = Object.entries(warmUpProject());
  const project = Object.fromEntries(texts.map(([path, text]) => [path, Buffer.from(text).toString('base64')]));
  return { input: { project, files: Object.keys(project) } };
}
