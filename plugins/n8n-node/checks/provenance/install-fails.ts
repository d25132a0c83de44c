import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { npmLocks, whyNpmStops } from '../../project/manifest/lock-files.ts';
import { type Publishing, stepsUpTo } from './publishing.ts';
import { commandsIn } from './step-commands.ts';

const installs = /^npm (?:ci|clean-install)(?: -[\w=.:/-]+)*$/;
/** Commands that write a lock file, or that leave the folder. */
const changesLock =
  /^(?:npm (?:i|install|update|add|uninstall|shrinkwrap|pkg|version)\b(?!.* (?:-g|--global)\b)|(?:cd|pushd|cp|mv|git|npx|ncu|node|sed|jq|yarn|pnpm) )/;

/**
 * A job that publishes after `npm ci`, which fails because there is no lock file, or because it does not fit package.json.
 * https://docs.npmjs.com/cli/v11/commands/npm-ci
 */
export async function installFails(
  { workflow, job, step }: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation | undefined> {
  // The lock file of a monorepo is above the package, and npm also installs what its other packages need.
  if (workflow.file.startsWith('../') || manifest['workspaces'] !== undefined) return undefined;
  for (const { command, line, isCertain } of commandsIn(stepsUpTo({ job, step }))) {
    if (changesLock.test(command)) return undefined;
    if (!isCertain || !installs.test(command)) continue;
    const lock = npmLocks.find((path) => files.exists(path));
    const reason = lock === undefined ? whyAbsent(files) : whyNpmStops(await files.read(lock), lock, manifest);
    if (reason === undefined) return undefined;
    const message = `\`${command}\` fails in job "${job.name}": ${reason}`;
    return {
      code: 'provenance-workflow-install-fails',
      message,
      file: workflow.file,
      line,
      evidence: command,
      // It may be there where the project is published from.
      ...(lock === undefined && { severity: 'warning' }),
    };
  }
  return undefined;
}

const whyAbsent = (files: Pick<ProjectFiles, 'mayHave'>): string | undefined =>
  npmLocks.some((path) => files.mayHave(path)) ? undefined : 'there is no package-lock.json';
