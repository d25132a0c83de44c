import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { copyCommands } from './copy-command.ts';
import { shellCommands } from './shell-commands.ts';

/** Workflows of GitHub, of the project or of the repository around it. */
export const workflowPath = /^(?:\.\.\/)*\.github\/workflows\/[^/]+\.ya?ml$/;
/** Why a workflow is left out; https://docs.github.com/en/actions/concepts/workflows-and-actions/workflows */
const notRun = 'GitHub runs only the workflows in .github/workflows of a repository, not ';
/** @param path of a workflow, in its repository */
export const reasonNotRun = (path: string): string => notRun + path;
/** The path of a workflow that is left out for that reason. */
export const pathNotRun = (reason: string | undefined): string | undefined =>
  reason?.startsWith(notRun) ? reason.slice(notRun.length) : undefined;
/** Characters of a workflow that are read, and workflows. */
const maxText = 100_000;
const maxWorkflows = 50;

/** The first command of a workflow that copies something into the build output, as written. */
export async function copyInWorkflow(
  files: Pick<ProjectFiles, 'list' | 'listAbove' | 'read'>,
): Promise<string | undefined> {
  const paths = [...files.list(), ...files.listAbove()].filter((path) => workflowPath.test(path));
  for (const path of paths.slice(0, maxWorkflows)) {
    const lines = (await files.read(path)).slice(0, maxText).split('\n');
    const commands = lines.flatMap((line) => shellCommands(line.trim().replace(/^(?:- )?run:\s*/, '')));
    const copy = commands.find(copiesIntoBuild);
    if (copy) return copy.join(' ');
  }
  return undefined;
}

const inBuild = /(?:^|\/)dist(?:\/|$)/;

function copiesIntoBuild([command = '', ...words]: readonly string[]): boolean {
  const paths = words.filter((word) => !word.startsWith('-'));
  const [target = '', ...sources] = paths.toReversed();
  return copyCommands.has(command) && inBuild.test(target) && sources.some((source) => !inBuild.test(source));
}
