import type { Observation } from '../../../../kernel/finding.ts';
import { commandsOf } from './publishing.ts';
import { checksOutPullRequest } from './unsafe-steps.ts';
import type { Job, Permissions, Step, Workflow } from './workflow.ts';

/** Commands that run code of the checkout: its scripts, those of its dependencies, its configurations. */
const runsCode =
  /^(?:(?:npm|pnpm|bun) (?!(?:i|install) (?:-g|--global)\b)(?:ci|i|install|t|test|start|rebuild|pack|publish|run|exec|build|lint)\b|yarn\b(?! config| cache| --version)|(?:npx|bunx|node|make|bash|sh|python3?) (?!-[vep]\b|--version)|\.\/.)/;
/** Packages are only unpacked. */
const installsOnly = /^(?:npm|pnpm|yarn|bun) (?:ci|i|install)\b.* --ignore-scripts\b/;

/**
 * Jobs that run the code of any pull request with the rights of the repository, in a workflow that somebody's pull request
 * starts: https://securitylab.github.com/resources/github-actions-preventing-pwn-requests/
 * @param judged jobs that other rules are about
 */
export function* pullRequestCode(workflow: Workflow, judged: ReadonlySet<Job>): Generator<Observation> {
  const { file, events, pullRequestTypes } = workflow;
  // Only who may write to the repository sets a label.
  if (!events.includes('pull_request_target') || pullRequestTypes.includes('labeled')) return;
  for (const job of workflow.jobs) {
    const { name, condition, waits, steps } = job;
    // A condition may demand a member of the project, or that the pull request was merged.
    if (
      judged.has(job) ||
      waits ||
      /pull_request|event_name\s*==|actor|association|label|fork|repository/.test(condition)
    )
      continue;
    const at = steps.findIndex((step) => step.condition === '' && checksOutPullRequest(step));
    const checkout = steps[at];
    const running = checkout && steps.slice(at + 1).find((step) => runsFrom(checkout, step));
    if (!checkout || !running) continue;
    const rights = rightsOf(job, workflow);
    yield {
      code: 'provenance-workflow-fork-code',
      message: `Job "${name}" runs the code of any pull request${rights === undefined ? '' : ` ${rights}`}`,
      file,
      line: checkout.line,
      evidence: checkout.with['ref'] ?? '',
      ...(rights !== undefined && { severity: 'error' }),
    };
  }
}

/** Whether a step runs code of the folder that another one checked out. */
function runsFrom({ with: { path = '.' } }: Step, { run, uses, folder, condition }: Step): boolean {
  if (/pull_request|event_name|actor|association|label|fork/.test(condition)) return false;
  const place = (name: string) => name.replace(/^\.\//, '').replace(/\/$/, '') || '.';
  if (uses.startsWith('./')) return place(path) === '.';
  if (place(folder) !== place(path)) return false;
  return commandsOf(run).some((command) => runsCode.test(command) && !installsOnly.test(command));
}

/** What such code can do beyond reading a public repository; undefined if only that is known. */
function rightsOf(job: Job, workflow: Workflow): string | undefined {
  const texts = [workflow.env, job.env, ...job.steps.flatMap((step) => [step.env, step.with, { run: step.run }])];
  const secrets = texts
    .flatMap((values) => Object.values(values))
    .flatMap((text) => [...text.matchAll(/\$\{\{[^}]*\bsecrets\.(\w+)/g)].map(([, name = '']) => name));
  const own = secrets.find((name) => name !== 'GITHUB_TOKEN');
  if (own !== undefined) return `with the secret ${own}`;
  const granted = writes(job.permissions ?? workflow.permissions);
  return granted === undefined ? undefined : `with the permission \`${granted}\``;
}

/** A permission to write. */
function writes(permissions: Permissions | undefined): string | undefined {
  if (typeof permissions === 'string') return permissions === 'write-all' ? permissions : undefined;
  const [scope] = Object.entries(permissions ?? {}).find(([, access]) => access === 'write') ?? [];
  return scope === undefined ? undefined : `${scope}: write`;
}
