import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { pathNotRun, reasonNotRun, workflowPath } from '../../build-script/workflow-copy.ts';
import { builtInside, innerPackage } from '../../project/manifest/inner-package.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { installFails } from './install-fails.ts';
import { scriptMissing } from './missing-script.ts';
import { oldNpm } from './old-npm.ts';
import {
  commandsOf,
  environmentOf,
  expanded,
  type Publishing,
  publishes,
  publishingJobs,
  releaseTools,
  yarnClassic,
} from './publishing.ts';
import { pullRequestCode } from './pull-request-code.ts';
import { missedTags } from './release-tags.ts';
import { switchedOff } from './switched-off.ts';
import { packedUnbuilt, unbuilt } from './unbuilt.ts';
import { mayPublish } from './unclear-release.ts';
import { unreadToken } from './unread-token.ts';
import { unsafeSteps } from './unsafe-steps.ts';
import {
  type Job,
  maxWorkflowLength,
  type Permissions,
  readWorkflow,
  type Step,
  UnreadableWorkflow,
  type Workflow,
} from './workflow.ts';

const maxWorkflows = 50;

/** Checks whether the workflow that publishes the project can create provenance. Does not run it. */
export async function* releaseWorkflow(context: CheckContext): AsyncGenerator<Observation> {
  const { files, manifest = {} } = context;
  // In a monorepo, the workflows at the root of the repository, which publish other packages too.
  const above = files.listAbove().filter((path) => workflowPath.test(path));
  const paths = [...above, ...files.list().filter((path) => workflowPath.test(path))];
  const unread = Object.values(files.absent().leftOut).flatMap((reason) => pathNotRun(reason) ?? []);
  const elsewhere = unread.length > 0 && `${reasonNotRun(unread.join(', '))}: move them there`;
  if (paths.length === 0) return context.skip(elsewhere || 'the project has no workflows in .github/workflows/');
  const workflows: Workflow[] = [];
  for (const file of paths.slice(0, maxWorkflows)) {
    const text = await files.read(file);
    if (text.length > maxWorkflowLength) {
      context.notChecked(`workflow is larger than ${maxWorkflowLength / 1024} KiB`, file);
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
  for (const file of paths.slice(maxWorkflows))
    context.notChecked(`the project has more than ${maxWorkflows} workflows`, file);
  const publishing = workflows.flatMap((workflow) => publishingJobs(workflow, manifest));
  // Those that publish have a rule of their own, with what else they give away.
  const judged = new Set(publishing.filter(({ isOwn }) => isOwn).map(({ job }) => job));
  for (const workflow of workflows) yield* pullRequestCode(workflow, judged);
  const published = new Set(publishing.map(({ job }) => job));
  for (const { file, jobs } of workflows)
    yield* await packedUnbuilt({ file, jobs: jobs.filter((job) => !published.has(job)) }, context);
  // Jobs that publish, or may publish, another package are not checked.
  for (const found of publishing) {
    if (!found.isOwn) continue;
    const disabled = await switchedOff(found, context);
    if (disabled) yield disabled;
    const withoutBuild = await unbuilt(found, context);
    if (withoutBuild) yield withoutBuild;
    const notInstalled = await installFails(found, context);
    if (notInstalled) yield notInstalled;
    const lacksScript = scriptMissing(found, context);
    if (lacksScript) yield lacksScript;
    const unread = unreadToken(found, context);
    if (unread) yield unread;
    const missed = missedTags(found, manifest);
    if (missed) yield missed;
    yield* faultsOf(found, context, {
      isDisabled: disabled !== undefined,
      hasToken: unread === undefined && usesToken(found, files),
      workflows,
    });
  }
  if (
    publishing.every(({ isOwn }) => isOwn === false) &&
    workflows.length === paths.length &&
    !(await mayPublish(workflows, context))
  ) {
    // It does not tell how the package is published, so a project that adds it has no other result than before.
    const others = workflows.filter((workflow) => !onlyVerifies(workflow, manifest));
    if (others.length === 0)
      return context.skip('the project has no workflows in .github/workflows/ besides those that run `service verify`');
    const folder = await innerPackage(manifest, files);
    if (folder !== undefined) return context.skip(builtInside(folder));
    const message = `No workflow publishes the package: ${others.map(({ file }) => file).join(', ')}`;
    yield { code: 'provenance-workflow-missing', message: elsewhere ? `${message}; ${elsewhere}` : message };
  }
}

/** Whether it runs this product and nothing else, like the one that `service init` writes. */
function onlyVerifies({ jobs }: Workflow, manifest: Manifest): boolean {
  const scripts = recordOf(manifest['scripts']) ?? {};
  const commands = jobs.flatMap(({ steps }) => steps.map(({ run }) => expanded(run, scripts)));
  const own = commands.filter((command) => command !== '');
  return (
    own.some((command) => runsVerify.test(command)) &&
    own.every((command) => !publishes.test(command) && !does.test(command))
  );
}

const runsVerify = /\bservice["']? verify\b/;
/** Work that has nothing to do with it: such a workflow is the project's own, and could publish. */
const does = /\b(?:test|lint|build|tsc|eslint|jest|vitest|mocha)\b/;

function* faultsOf(
  publishing: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
  { isDisabled, hasToken, workflows }: { isDisabled: boolean; hasToken: boolean; workflows: readonly Workflow[] },
): Generator<Observation> {
  const { workflow, job, step } = publishing;
  const { file } = workflow;
  const isClassic = yarnClassic.test(publishing.command);
  const lacksFlag = isClassic || (!isDisabled && hasToken && !enablesProvenance(publishing, manifest));
  const { branches } = workflow;
  if (branches.length > 0 && branches.every((pattern) => ofVersions.test(pattern))) {
    const message = `Workflow publishes at pushes to the branches ${branches.map((one) => `"${one}"`).join(', ')}`;
    yield { code: 'provenance-workflow-trigger', message, file, line: job.line };
  }
  yield* unsafeSteps(publishing);
  const lacksPermission = !mayIdentify(publishing, workflows) && !mayLeaveOutNpm(publishing, manifest);
  if (lacksPermission) {
    const more = lacksFlag ? ' and does not enable provenance' : '';
    const message = `Job "${job.name}" publishes but lacks \`id-token: write\`${more}`;
    yield { code: 'provenance-workflow-permission', message, file, line: job.line };
  }
  if (job.runsOn.some((label) => label === 'self-hosted')) {
    const message = `Job "${job.name}" publishes from a self-hosted runner`;
    yield { code: 'provenance-workflow-runner', message, file, line: job.line, evidence: job.runsOn.join(', ') };
  }
  // A missing permission is reported above: one finding is enough.
  if (lacksFlag && !lacksPermission) {
    const mayBeTrusted = !isClassic && !hasOldNpm(job);
    const how = isClassic ? 'with `yarn publish`, which does not support provenance' : 'with an npm token';
    const outcome = mayBeTrusted
      ? ': without trusted publishing on npmjs.com, the package gets no provenance'
      : ' and does not enable provenance';
    yield {
      code: 'provenance-workflow-flag',
      message: `Job "${job.name}" publishes ${how}${isClassic ? '' : outcome}`,
      file,
      line: step.line,
      evidence: step.run.trim().slice(0, 160),
      ...(mayBeTrusted && { severity: 'warning' }),
    };
  }
  const old = lacksFlag || lacksPermission || isDisabled ? undefined : oldNpm(publishing, { files });
  if (old) yield old;
}

/** Names of versions: `v*`, `*.*.*`, `v[0-9]+.[0-9]+.[0-9]+`. */
const ofVersions = /^v(?:\*|[\d[])|^v?(?:\*|\d+|\[0-9\]\+?)\.(?:\*|\d|\[)/;

/**
 * Whether GitHub gives the job an ID token. Without permissions of its own, a reusable workflow has those of the job that
 * calls it: https://docs.github.com/en/actions/how-tos/reuse-automations/reuse-workflows
 */
function mayIdentify({ workflow, job }: Publishing, workflows: readonly Workflow[]): boolean {
  const permissions = job.permissions ?? workflow.permissions;
  if (permissions !== undefined || !workflow.events.includes('workflow_call')) return grantsToken(permissions);
  const called = `./${workflow.file.slice(workflow.file.indexOf('.github/'))}`;
  const callers = workflows.flatMap((one) =>
    one.jobs.filter(({ uses }) => uses === called).map((caller) => caller.permissions ?? one.permissions),
  );
  // Another repository may call it.
  return callers.length === 0 || callers.some(grantsToken);
}

/**
 * Whether semantic-release may publish to GitHub only: a file may list its plugins, and it gets no token of npm.
 * https://semantic-release.gitbook.io/semantic-release/usage/configuration
 */
function mayLeaveOutNpm(publishing: Publishing, manifest: Manifest): boolean {
  const hasToken = Object.keys(environmentOf(publishing)).some((name) => /npm|node_auth/i.test(name));
  return /\bsemantic-release\b/.test(publishing.command) && manifest['release'] === undefined && !hasToken;
}

const grantsToken = (permissions: Permissions | undefined): boolean =>
  typeof permissions === 'string' ? permissions === 'write-all' : permissions?.['id-token'] === 'write';

/** Whether npm finds a token: NODE_AUTH_TOKEN is only read by the .npmrc that setup-node writes for a `registry-url`. */
function usesToken(publishing: Publishing, files: ProjectFiles): boolean {
  const env = environmentOf(publishing);
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (isSet('NPM_TOKEN') || isSet('NPM_AUTH_TOKEN')) return true;
  const readsIt = ({ run, with: options }: Step) => options['registry-url'] !== undefined || /npmrc|_auth/i.test(run);
  return isSet('NODE_AUTH_TOKEN') && (files.exists('.npmrc') || publishing.job.steps.some(readsIt));
}

/**
 * Whether the npm of the job has no trusted publishing. From 11.5.1 on, which comes with Node.js 24, npm tries it before
 * it uses a token: https://docs.npmjs.com/trusted-publishers
 */
function hasOldNpm({ steps }: Job): boolean {
  const version = steps.findLast(({ uses }) => /setup-node@/.test(uses))?.with['node-version'] ?? '';
  return Number(/^v?(\d+)/.exec(version)?.[1]) < 24 && !steps.some(({ run }) => /\bnpm@/.test(run));
}

const quoted = /"[^"]*"|'[^']*'/g;
/** Commands whose arguments are texts. */
const mentions = /^(?:echo|printf|git|gh)\b/;

/** The commands of a step that publish; the whole step if none is found. */
function publishCommands(command: string): string[] {
  const isPublishing = (one: string) => publishes.test(one.replace(quoted, '""')) && !mentions.test(one);
  const found = commandsOf(command).filter(isPublishing);
  return found.length > 0 ? found : [command];
}

function enablesProvenance(publishing: Publishing, manifest: Manifest): boolean {
  const { step, command } = publishing;
  const env = environmentOf(publishing);
  const byEnv = Object.entries(env).some(([name, value]) => /^npm_config_provenance$/i.test(name) && value !== 'false');
  return (
    byEnv ||
    publishCommands(command).every((one) => /--provenance(?!=false)\b/.test(one)) ||
    /\bprovenance\s*=\s*true|config set provenance/.test(command) ||
    recordOf(manifest['publishConfig'])?.['provenance'] === true ||
    step.with['provenance'] === 'true' ||
    releaseTools.test(command) ||
    (step.uses !== '' && step.run === '')
  );
}
