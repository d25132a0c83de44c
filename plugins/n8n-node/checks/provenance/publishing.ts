import type { Manifest } from '../../../../kernel/check.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';
import type { Job, Step, Workflow } from './workflow.ts';

/** A step that publishes to npm's registry. */
export interface Publishing {
  workflow: Workflow;
  job: Job;
  step: Step;
  /** The command, with what package.json says behind `npm run`. */
  command: string;
  /** Whether it is this package that is published; undefined where that can't be told. */
  isOwn: boolean | undefined;
}

/** Tools that publish by a configuration of their own; n8n's asks for provenance whenever it runs in an action. */
export const releaseTools =
  /\b(n8n-node release|release-it|semantic-release|lerna publish|changeset publish|shipjs trigger|nx release|beachball publish|auto shipit|np( |$)|run release)\b/m;
const option = / -{1,2}[\w-]+(?:=\S+)?(?: (?!publish\b)[^\s;&|-][^\s;&|]*)?/;
const client = /\b(?:npm|pnpm|bun|yarn(?: workspace \S+)?(?: npm)?)/;
/** A text that publishes a package. */
export const publishes = new RegExp(`${client.source}(?:${option.source})* publish\\b|${releaseTools.source}`, 'm');
/** Yarn 1, which can not write provenance; from 2 on it is `yarn npm publish`. */
export const yarnClassic = /\byarn publish\b/;
const publishingActions =
  /^(js-devtools\/npm-publish|changesets\/action|(?:cycjimmy|codfish)\/semantic-release-action)@/i;

/** Lines that publish nothing: comments, messages and dry runs. */
const idle = /^\s*(#|echo\b).*$|^.*--dry-run.*$/gm;
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
      return [{ workflow, job, step, command, isOwn: isOwn({ workflow, step, command, manifest }) }];
    }
    return [];
  });
}

/** Characters of a command, with what it runs, that are looked at. */
const longestCommand = 20_000;

/**
 * A command with the scripts of package.json that it runs in their place: `npm run release` is `n8n-node release`. Each
 * script once: scripts may name each other.
 */
export function expanded(run: string, scripts: Readonly<Record<string, unknown>>, seen = new Set<string>()): string {
  return run
    .slice(0, longestCommand)
    .replace(/(?:\b(?:npm|pnpm|yarn|bun)|\}\}'?) run(?:-script)? ([\w:.-]+)/g, (whole, name: string) => {
      const script = scripts[name];
      if (typeof script !== 'string' || seen.size === 20 || seen.has(name)) return whole;
      seen.add(name);
      return expanded(script, scripts, seen);
    })
    .slice(0, longestCommand);
}

/** Not for another registry, and not by a tool that is told to leave npm alone. */
function isForNpm({ job, step, command, manifest }: Pick<Publishing, 'job' | 'step' | 'command'> & Configured) {
  const setUp = job.steps
    .slice(0, job.steps.indexOf(step))
    .findLast(({ uses, with: { 'registry-url': url } }) => /setup-node@/.test(uses) && url !== undefined);
  const [, asked] = /--registry[= ]\s*["']?([^\s"']+)/.exec(command) ?? [];
  const env = Object.entries({ ...job.env, ...step.env }).find(([name]) => /^npm_config_registry$/i.test(name))?.[1];
  const registry = asked ?? step.with['registry'] ?? env ?? setUp?.with['registry-url'];
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

/** Of the plugins of semantic-release: a name, or a name with its options. */
function publishesToNpm(plugin: unknown): boolean {
  const [name, options]: unknown[] = Array.isArray(plugin) ? plugin : [plugin];
  if (typeof name !== 'string') return true;
  return /semantic-release\/(npm|exec)$|monorepo/.test(name) && recordOf(options)?.['npmPublish'] !== false;
}

/** Folders that a build puts the package into, to be published from there. */
const builds = /^(dist|build|out|lib|package|release|\.release)(\/|$)/;

function isOwn({ workflow, step, command, manifest }: Pick<Publishing, 'workflow' | 'step' | 'command'> & Configured) {
  // Below the root of a repository: what runs at its root is for another package, unless it names this one.
  const depth = workflow.file.split('/').filter((part) => part === '..').length;
  const [, name] = /(?:--filter|-F|--workspace|-w)[= ]\s*["']?([^\s"']+)/.exec(command) ?? [];
  if (name !== undefined) {
    if (name === manifest['name']) return true;
    return /[*{$.]/.test(name) ? undefined : depth > 0 && isFolder(name, depth) ? undefined : false;
  }
  const [, before = ''] = /([\s\S]*?)\bpublish\b/.exec(command) ?? [];
  const moved = [...before.matchAll(/(?:^|[\n;&|])\s*(?:cd|pushd)\s+["']?([^\s"';&|]+)/g)].map(([, to = '']) => to);
  const [, given] = /\bpublish\s+(?!-)["']?([^\s"';&|]+)/.exec(command) ?? [];
  const parts = [step.folder, ...moved, given ?? step.with['package'] ?? ''].filter((part) => part !== '');
  if (parts.some((part) => /[$`*]/.test(part)) && !parts.at(-1)?.endsWith('.tgz')) return undefined;
  const folder = normalize(parts.filter((part) => !/\.(tgz|json)$/.test(part)).join('/') || '.').replace(/\/$/, '');
  if (depth === 0) return folder === '.' || builds.test(folder);
  if (isFolder(folder, depth)) return undefined;
  // Tools that go through all packages go through this one.
  return /\b(changeset|lerna|-r|--recursive|--workspaces|-ws)\b/.test(command) || step.uses !== '' ? undefined : false;
}

/** Of a package so far below the root. */
const isFolder = (path: string, depth: number) => normalize(path).split('/').length >= depth && !path.startsWith('.');
