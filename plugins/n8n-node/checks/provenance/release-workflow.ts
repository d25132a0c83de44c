import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { environmentOf, type Publishing, publishes, publishingJobs, releaseTools, yarnClassic } from './publishing.ts';
import { switchedOff } from './switched-off.ts';
import { unbuilt } from './unbuilt.ts';
import { mayPublish } from './unclear-release.ts';
import { longest, type Permissions, readWorkflow, UnreadableWorkflow, type Workflow } from './workflow.ts';

/** Workflows that are looked at. */
const mostWorkflows = 50;

/** Looks whether the workflow that will publish the project can write provenance. Nothing of it is run. */
export async function* releaseWorkflow(context: CheckContext): AsyncGenerator<Observation> {
  const { files, manifest = {} } = context;
  // Of a monorepo, those at the root of the repository, which publish other packages too.
  const above = files.listAbove().filter((path) => workflowPath.test(path));
  const paths = [...above, ...files.list().filter((path) => workflowPath.test(path))];
  if (paths.length === 0) return context.skip('no workflow of .github/workflows/ is among the files');
  const workflows: Workflow[] = [];
  for (const file of paths.slice(0, mostWorkflows)) {
    const text = await files.read(file);
    if (text.length > longest) {
      context.notChecked(`longer than ${longest / 1024} KiB`, file);
      continue;
    }
    try {
      workflows.push(readWorkflow(file, text));
    } catch (error) {
      if (!(error instanceof UnreadableWorkflow)) throw error;
      const { message, line } = error;
      const isRelease = publishes.test((await files.read(file)).slice(0, 20_000));
      yield {
        code: 'provenance-workflow-unreadable',
        message: `${file}: ${message}`,
        file,
        ...(line && { line }),
        ...(isRelease && { severity: 'error' }),
      };
    }
  }
  for (const file of paths.slice(mostWorkflows)) context.notChecked(`more than ${mostWorkflows} workflows`, file);
  const publishing = workflows.flatMap((workflow) => publishingJobs(workflow, manifest));
  // What publishes another package, or may do so, is not judged.
  for (const found of publishing) {
    if (!found.isOwn) continue;
    const off = await switchedOff(found, context);
    if (off) yield off;
    const without = await unbuilt(found, context);
    if (without) yield without;
    yield* faultsOf(found, manifest, off !== undefined);
  }
  if (
    publishing.every(({ isOwn }) => isOwn === false) &&
    workflows.length === paths.length &&
    !(await mayPublish(workflows, context))
  ) {
    const message = `None of the workflows publishes the package: ${paths.join(', ')}`;
    yield { code: 'provenance-workflow-missing', message };
  }
}

const workflowPath = /^(?:\.\.\/)*\.github\/workflows\/[^/]+\.ya?ml$/;

function* faultsOf(publishing: Publishing, manifest: Manifest, isOff: boolean): Generator<Observation> {
  const { workflow, job, step } = publishing;
  const { file } = workflow;
  const permissions = job.permissions ?? workflow.permissions;
  const isClassic = yarnClassic.test(publishing.command);
  const asksNot = isClassic || (!isOff && usesToken(publishing) && !asksForProvenance(publishing, manifest));
  const mayNot = !mayIdentify(permissions);
  if (mayNot) {
    const more = asksNot ? ', and npm is not asked for provenance either' : '';
    const message = `The job "${job.name}" publishes and has no permission "id-token: write"${more}`;
    yield { code: 'provenance-workflow-permission', message, file, line: job.line };
  }
  if (job.runsOn.some((label) => label === 'self-hosted')) {
    const message = `The job "${job.name}" publishes from a self-hosted runner`;
    yield { code: 'provenance-workflow-runner', message, file, line: job.line, evidence: job.runsOn.join(', ') };
  }
  // Without the permission npm could not write it: that is one fault.
  if (asksNot && !mayNot) {
    const message = isClassic
      ? `The job "${job.name}" publishes with "yarn publish", which writes no provenance`
      : `The job "${job.name}" publishes with a token of npm and does not ask for provenance`;
    yield { code: 'provenance-workflow-flag', message, file, line: step.line, evidence: step.run.trim().slice(0, 160) };
  }
}

function mayIdentify(permissions: Permissions | undefined): boolean {
  return typeof permissions === 'string' ? permissions === 'write-all' : permissions?.['id-token'] === 'write';
}

/** Only a token keeps npm from trusted publishing, which writes provenance by itself. */
function usesToken(publishing: Publishing): boolean {
  const env = environmentOf(publishing);
  return ['NODE_AUTH_TOKEN', 'NPM_TOKEN', 'NPM_AUTH_TOKEN'].some((name) => (env[name] ?? '') !== '');
}

function asksForProvenance(publishing: Publishing, manifest: Manifest): boolean {
  const { step, command } = publishing;
  const env = environmentOf(publishing);
  const byEnv = Object.entries(env).some(([name, value]) => /^npm_config_provenance$/i.test(name) && value !== 'false');
  return (
    byEnv ||
    /--provenance(?!=false)\b/.test(command) ||
    /\bprovenance\s*=\s*true|config set provenance/.test(command) ||
    recordOf(manifest['publishConfig'])?.['provenance'] === true ||
    step.with['provenance'] === 'true' ||
    releaseTools.test(command) ||
    (step.uses !== '' && step.run === '')
  );
}
