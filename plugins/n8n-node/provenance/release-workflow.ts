import type { CheckContext, Manifest } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import { recordOf } from '../manifest-fields.ts';
import { type Job, type Permissions, readWorkflow, type Step, UnreadableWorkflow, type Workflow } from './workflow.ts';

/** Looks whether the workflow that will publish the project can write provenance. Nothing of it is run. */
export async function* releaseWorkflow(context: CheckContext): AsyncGenerator<Observation> {
  const { files, manifest = {} } = context;
  const paths = files.list().filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
  if (paths.length === 0) {
    return context.skip(
      'no workflow is among the files; add ".github/workflows/" to `include` in .service/config.json to have it looked at before you publish',
    );
  }
  const workflows: Workflow[] = [];
  for (const file of paths) {
    try {
      workflows.push(readWorkflow(file, await files.read(file)));
    } catch (error) {
      if (!(error instanceof UnreadableWorkflow)) throw error;
      const { message, line } = error;
      yield { code: 'provenance-workflow-unreadable', message: `${file}: ${message}`, file, ...(line && { line }) };
    }
  }
  const publishing = workflows.flatMap((workflow) => publishingJobs(workflow, manifest));
  for (const found of publishing) yield* faultsOf(found, manifest);
  if (publishing.length === 0 && workflows.length === paths.length && !workflows.some(callsAnother)) {
    const message = `None of the workflows publishes the package: ${paths.join(', ')}`;
    yield { code: 'provenance-workflow-missing', message };
  }
}

interface Publishing {
  workflow: Workflow;
  job: Job;
  step: Step;
  /** The command, with what package.json says behind `npm run`. */
  command: string;
}

function publishingJobs(workflow: Workflow, manifest: Manifest): Publishing[] {
  return workflow.jobs.flatMap((job) => {
    for (const step of job.steps) {
      const command = expanded(step.run, manifest).replace(idle, '');
      if (publishes.test(command) || /^(js-devtools\/npm-publish|changesets\/action)@/i.test(step.uses))
        return [{ workflow, job, step, command }];
    }
    return [];
  });
}

/** Tools that publish by a configuration of their own; n8n's asks for provenance whenever it runs in an action. */
const releaseTools =
  /\b(n8n-node release|release-it|semantic-release|lerna publish|changeset publish|np( |$)|run release)\b/m;
const publishes = new RegExp(`\\b(npm|pnpm|yarn npm|bun) publish\\b|${releaseTools.source}`, 'm');

/** Lines that publish nothing: comments, messages and rehearsals. */
const idle = /^\s*(#|echo\b).*$|^.*--dry-run.*$/gm;

/** A command with the scripts of package.json that it runs in their place: `npm run release` is `n8n-node release`. */
function expanded(run: string, manifest: Manifest, depth = 0): string {
  const scripts = recordOf(manifest['scripts']) ?? {};
  return run
    .slice(0, 20_000)
    .replace(/(?:\b(?:npm|pnpm|yarn|bun)|\}\}'?) run(?:-script)? ([\w:.-]+)/g, (whole, name: string) => {
      const script = scripts[name];
      return typeof script === 'string' && depth < 3 ? expanded(script, manifest, depth + 1) : whole;
    });
}

/** A job that calls a workflow of another file or repository: what that one does is not known here. */
function callsAnother({ jobs }: Workflow): boolean {
  return jobs.some(({ uses }) => uses !== undefined);
}

function* faultsOf(publishing: Publishing, manifest: Manifest): Generator<Observation> {
  const { workflow, job, step } = publishing;
  const { file } = workflow;
  const permissions = job.permissions ?? workflow.permissions;
  if (!mayIdentify(permissions)) {
    const message = `The job "${job.name}" publishes and has no permission "id-token: write"`;
    yield { code: 'provenance-workflow-permission', message, file, line: job.line };
  }
  if (job.runsOn.some((label) => label === 'self-hosted')) {
    const message = `The job "${job.name}" publishes from a self-hosted runner`;
    yield { code: 'provenance-workflow-runner', message, file, line: job.line, evidence: job.runsOn.join(', ') };
  }
  if (usesToken(publishing) && !asksForProvenance(publishing, manifest)) {
    const message = `The job "${job.name}" publishes with a token of npm and does not ask for provenance`;
    yield { code: 'provenance-workflow-flag', message, file, line: step.line, evidence: step.run.trim().slice(0, 160) };
  }
}

function mayIdentify(permissions: Permissions | undefined): boolean {
  return typeof permissions === 'string' ? permissions === 'write-all' : permissions?.['id-token'] === 'write';
}

/** Only a token keeps npm from trusted publishing, which writes provenance by itself. */
function usesToken({ workflow, job, step }: Publishing): boolean {
  const env = { ...workflow.env, ...job.env, ...step.env };
  return ['NODE_AUTH_TOKEN', 'NPM_TOKEN', 'NPM_AUTH_TOKEN'].some((name) => (env[name] ?? '') !== '');
}

function asksForProvenance({ workflow, job, step, command }: Publishing, manifest: Manifest): boolean {
  const env = { ...workflow.env, ...job.env, ...step.env };
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
