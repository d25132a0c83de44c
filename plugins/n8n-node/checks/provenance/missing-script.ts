import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { missingScript, scriptNamed } from '../../build-script/script-names.ts';
import { shellCommands } from '../../build-script/shell-commands.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { type Publishing, stepsUpTo } from './publishing.ts';
import { commandsIn } from './step-commands.ts';
import type { Job } from './workflow.ts';

/** Commands that change package.json, or leave its folder. */
const changesScripts = /^(?:npm (?:pkg|init)|pnpm (?:pkg|init)|cd|pushd|cp|mv|git|node|sed|jq|yq) /;

/**
 * A job that publishes, or one that it waits for, with a command such as `npm test` for which package.json has no script.
 * https://docs.npmjs.com/cli/v11/commands/npm-run
 */
export function scriptMissing(
  { workflow, job, step }: Publishing,
  { manifest }: Pick<CheckContext, 'manifest'>,
): Observation | undefined {
  // At the root of a monorepo, scripts are those of the root.
  if (manifest === undefined || workflow.file.startsWith('../')) return undefined;
  const scripts = recordOf(manifest['scripts']) ?? {};
  const own = { name: job.name, steps: stepsUpTo({ job, step }) };
  for (const { name, steps } of [...neededBy(job, workflow.jobs), own]) {
    for (const { command, line, isCertain } of commandsIn(steps)) {
      if (changesScripts.test(command)) break;
      if (!isCertain) continue;
      const [words = []] = shellCommands(command);
      const script = scriptNamed(words);
      const reason = script === undefined ? undefined : missingScript(script, scripts);
      if (reason === undefined) continue;
      return {
        code: 'provenance-workflow-script-missing',
        message: `\`${command}\` fails in job "${name}"${name === job.name ? '' : `, for which job "${job.name}" waits`}: ${reason}`,
        file: workflow.file,
        line,
        evidence: command,
      };
    }
  }
  return undefined;
}

/** The jobs that have to succeed before a job starts. */
function neededBy({ condition, needs }: Job, jobs: readonly Job[]): Job[] {
  // `if: always()`
  if (condition !== '') return [];
  const needed = new Set(needs);
  for (const name of needed) for (const other of jobs.find((one) => one.name === name)?.needs ?? []) needed.add(other);
  return jobs.filter(({ name, condition: own }) => needed.has(name) && own === '');
}
