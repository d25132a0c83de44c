import type { Manifest } from '../../../../kernel/check.ts';
import { recordOf, repositoryUrl } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';
import type { Job, Step, Workflow } from './workflow.ts';

/** A step that publishes to npm's registry. */
export interface Publishing {
  workflow: Workflow;
  job: Job;
  step: Step;
  /** The command, with the scripts of `npm run` expanded. */
  command: string;
  /** Whether it publishes this package; undefined if that cannot be determined. */
  isOwn: boolean | undefined;
}

/** Tools with their own publish configuration; n8n's enables provenance whenever it runs in GitHub Actions. */
export const releaseTools =
  /\b(n8n-node release|release-it|semantic-release|lerna publish|changeset publish|shipjs trigger|nx release|beachball publish|auto shipit|np( |$)|run release)\b/m;
const option = / -[\w-]+(?:=\S+)?(?: (?!publish\b)[^\s;&|-][^\s;&|]*)?/;
const client = /\b(?:npm|pnpm|bun|yarn(?: workspace \S+)?(?: npm)?)/;
/** Matches a command that publishes a package. */
export const publishes = new RegExp(`${client.source}(?:${option.source})* publish\\b|${releaseTools.source}`, 'm');
/** Yarn 1, which does not support provenance; Yarn 2 has `yarn npm publish`. */
export const yarnClassic = /\byarn publish\b/;
const publishingActions =
  /^(js-devtools\/npm-publish|changesets\/action|(?:cycjimmy|codfish)\/semantic-release-action)@/i;

/** Lines that publish nothing: comments, messages and dry runs. */
const idle = /^[ \t]*(#.*|echo\b(?:(?!&&).)*)$|^(?!.*(?:(?:&&|\|\|) {0,3}['"] ?|:[+-] ?)--dry-run).*--dry-run.*$/gm;
export const withoutIdle = (command: string) => command.replace(idle, '');

/** The variables that a step sees. */
export const environmentOf = ({ workflow, job, step }: Publishing): Readonly<Record<string, string>> => ({
  ...workflow.env,
  ...job.env,
  ...step.env,
});

/** The first step of each job that publishes to npm's registry. */
export function publishingJobs(workflow: Workflow, manifest: Manifest): Publishing[] {
  const scripts = recordOf(manifest['scripts']) ?? {};
  return workflow.jobs.flatMap((job) => {
    for (const step of job.steps) {
      const command = withoutIdle(expanded(step.run, scripts));
      const acts = publishingActions.test(step.uses) || publishes.test(command);
      if (!acts || !isForNpm({ job, step, command, manifest })) continue;
      return [{ workflow, job, step, command, isOwn: isOwn({ workflow, job, step, command, manifest }) }];
    }
    return [];
  });
}

/** With the scripts that it runs. */
const maxCommandLength = 20_000;

/** How package managers run scripts. Commands of pnpm and yarn have precedence over scripts of their names. */
const runs =
  /(?:\b(?:npm|pnpm|yarn|bun)|\}\}'?) run(?:-script)? ([\w:.-]+)|\b(?:pnpm|yarn) (?!(?:publish|install|i|add|remove|exec|dlx|pack|version|config|npm|workspace|workspaces|run|why|up|update)\b)([\w:.-]+)/g;

/**
 * Replaces `npm run` by the scripts of package.json: `npm run release` and `pnpm release` are `n8n-node release`. Each script
 * once, because scripts may run each other.
 */
export function expanded(run: string, scripts: Readonly<Record<string, unknown>>, seen = new Set<string>()): string {
  return run
    .slice(0, maxCommandLength)
    .replace(/\\\r?\n/g, ' ')
    .replace(runs, (whole, ofRun?: string, alone?: string) => {
      const name = ofRun ?? alone ?? '';
      const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (typeof script !== 'string' || seen.size === 20 || seen.has(name)) return whole;
      seen.add(name);
      return expanded(script, scripts, seen);
    })
    .slice(0, maxCommandLength);
}

/** The commands of a script, one after the other, without comments and with single spaces. */
export const commandsOf = (run: string): string[] =>
  run
    .slice(0, maxCommandLength)
    .replace(/^[ \t]*#.*$/gm, '')
    .split(/\n|&&|;/)
    .map((command) => command.trim().replace(/\s+/g, ' '));

/** Whether it publishes to npm: not to another registry, and not with a tool that is configured to skip npm. */
function isForNpm({ job, step, command, manifest }: Pick<Publishing, 'job' | 'step' | 'command'> & Configured) {
  const setUp = stepsBefore({ job, step }).findLast(
    ({ uses, with: { 'registry-url': url } }) => /setup-node@/.test(uses) && url !== undefined,
  );
  const [, flag] = /--registry[= ]\s*["']?([^\s"']+)/.exec(command) ?? [];
  const env = Object.entries({ ...job.env, ...step.env }).find(([name]) => /^npm_config_registry$/i.test(name))?.[1];
  const registry = flag ?? step.with['registry'] ?? env ?? setUp?.with['registry-url'];
  if (registry !== undefined && /^https?:/.test(registry) && !/\bregistry\.(npmjs\.org|yarnpkg\.com)\b/.test(registry))
    return false;
  const npmOfReleaseIt = recordOf(manifest['release-it'])?.['npm'];
  if (/\brelease-it\b/.test(command) && (npmOfReleaseIt === false || recordOf(npmOfReleaseIt)?.['publish'] === false))
    return false;
  const plugins = recordOf(manifest['release'])?.['plugins'];
  return !(/\bsemantic-release\b/.test(command) && Array.isArray(plugins) && !plugins.some(publishesToNpm));
}

interface Configured {
  manifest: Manifest;
}

/** The steps of its job, to the one that publishes. */
export const stepsUpTo = ({ job, step }: Pick<Publishing, 'job' | 'step'>) =>
  job.steps.slice(0, job.steps.indexOf(step) + 1);

const stepsBefore = ({ job, step }: Pick<Publishing, 'job' | 'step'>) => job.steps.slice(0, job.steps.indexOf(step));

/** Whether another repository is checked out where the step publishes. https://github.com/actions/checkout#usage */
function checksOutOther({ job, step, manifest }: Pick<Publishing, 'job' | 'step'> & Configured): boolean {
  const checkout = stepsBefore({ job, step }).findLast(
    ({ uses, with: { path } }) => /\bactions\/checkout@/.test(uses) && path === undefined,
  );
  const repository = checkout?.with['repository'] ?? '';
  const own = repositoryUrl(manifest)?.toLowerCase();
  return /^[\w.-]+\/[\w.-]+$/.test(repository) && own !== undefined && !own.includes(repository.toLowerCase());
}

/** A plugin of semantic-release is a name, or a name with options. */
function publishesToNpm(plugin: unknown): boolean {
  const [name, options]: unknown[] = Array.isArray(plugin) ? plugin : [plugin];
  if (typeof name !== 'string') return true;
  return /semantic-release\/(npm|exec)$|monorepo/.test(name) && recordOf(options)?.['npmPublish'] !== false;
}

/** Output folders from which a package is published. */
const builds = /^(dist|build|out|lib|package|release|\.release)(\/|$)/;

function isOwn({ workflow, job, step, command, manifest }: Omit<Publishing, 'isOwn'> & Configured) {
  if (checksOutOther({ job, step, manifest })) return false;
  // In a monorepo, a command at the root publishes another package unless it names this one.
  const depth = workflow.file.split('/').filter((part) => part === '..').length;
  const [, name] = /(?:--filter|-F|--workspace|-w)[= ]\s*["']?([^\s"']+)/.exec(command) ?? [];
  if (name !== undefined) {
    if (name === manifest['name']) return true;
    return /[*{$.]/.test(name) ? undefined : depth > 0 && isFolder(name, depth) ? undefined : false;
  }
  const before = command.slice(0, Math.max(0, command.search(/\bpublish\b/)));
  const moved = [...before.matchAll(/(?:^|[\n;&|])[ \t]*(?:cd|pushd)[ \t]+["']?([^\s"';&|]+)/g)].map(
    ([, to = '']) => to,
  );
  // What follows may also be a flag, a comment, or where the output goes.
  const [, given] = /\bpublish[ \t]+(?![-#>]|\d>)["']?([^\s"';&|]+)/.exec(command) ?? [];
  const parts = [step.folder, ...moved, given ?? step.with['package'] ?? ''].filter((part) => part !== '');
  if (parts.some((part) => /[$`*]/.test(part)) && !parts.at(-1)?.endsWith('.tgz')) return undefined;
  const folder = normalize(parts.filter((part) => !/\.(tgz|json)$/.test(part)).join('/') || '.').replace(/\/$/, '');
  if (depth === 0) return folder === '.' || builds.test(folder);
  if (isFolder(folder, depth)) return undefined;
  // Tools that publish all packages also publish this one.
  return /\b(changeset|lerna|-r|--recursive|--workspaces|-ws)\b/.test(command) || step.uses !== '' ? undefined : false;
}

/** Whether it may be the folder of a package that deep below the root. */
const isFolder = (path: string, depth: number) => normalize(path).split('/').length >= depth && !path.startsWith('.');
