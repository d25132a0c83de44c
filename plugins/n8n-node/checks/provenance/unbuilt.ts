import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { declarationsOf, recordOf } from '../../project/manifest/manifest-fields.ts';
import { expanded, type Publishing } from './publishing.ts';

/** Scripts that npm runs by itself before it packs: https://docs.npmjs.com/cli/v11/using-npm/scripts */
const beforePacking = ['prepublish', 'prepare', 'prepublishOnly', 'prepack'];
/** Scripts that npm runs when it installs. */
const afterInstalling = ['preinstall', 'install', 'postinstall'];

/** Actions that check out the sources and set up tools. */
const preparing = /^(actions\/(checkout|setup-node|cache)|pnpm\/action-setup)@/;
/** Commands that do not build. */
const idle =
  /^(?:(?:npm|pnpm|yarn|bun)(?: (?:ci|i|install|config .*|version .*|whoami|test|audit.*)(?: --?[\w=.:/-]+)*| publish(?: --?[\w-]+(?:[ =][\w.:/@-]+)?)*)|(?:npx )?(?:eslint|n8n-node lint|prettier|vitest|jest|biome|tsc --noEmit)\b.*|echo .*|git .*|corepack enable|node --version|npm --version|true|:|)$/;

/**
 * A job that publishes without a build: git ignores the build folder, no step before is a build, and package.json has no
 * script that npm runs before it packs.
 */
export async function unbuilt(
  { workflow, job, step }: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation | undefined> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  if ([...beforePacking, ...afterInstalling].some((name) => scripts[name] !== undefined)) return undefined;
  const declared = declarationsOf(manifest);
  if (declared.length === 0 || !declared.every(({ path }) => path.startsWith('dist/'))) return undefined;
  // A build that is committed needs no step.
  const ignored = files.exists('.gitignore') ? await files.read('.gitignore') : '';
  if (!/^\/?dist(\/?|\/\*{1,2})\s*$/m.test(ignored.slice(0, 100_000)) || /^!.*dist/m.test(ignored)) return undefined;
  const steps = job.steps.slice(0, job.steps.indexOf(step) + 1);
  const isIdle = steps.every(({ run, uses, folder }) => {
    if (folder !== '') return false;
    if (uses !== '') return preparing.test(uses);
    return expanded(run, scripts)
      .split(/\n|&&|;/)
      .every((command) => idle.test(command.trim().replace(/\s+/g, ' ')));
  });
  if (!isIdle) return undefined;
  return {
    code: 'provenance-workflow-unbuilt',
    message: `Job "${job.name}" publishes without building the package first`,
    file: workflow.file,
    line: step.line,
    evidence: step.run.trim().slice(0, 160),
  };
}
