import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { copiesOfScript } from '../../build-script/copying-script.ts';
import { declarationsOf, recordOf } from '../../project/manifest/manifest-fields.ts';
import { commandsOf, expanded, type Publishing, publishes, stepsUpTo } from './publishing.ts';
import type { Step, Workflow } from './workflow.ts';

/** Scripts that npm runs by itself only before it packs: https://docs.npmjs.com/cli/v11/using-npm/scripts */
const beforePacking = ['prepublishOnly', 'prepack'];
/** Scripts that npm runs when it installs. */
const afterInstalling = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];

/** Actions that check out the sources and set up tools. */
export const preparing = /^(actions\/(checkout|setup-node|cache)|pnpm\/action-setup)@/;
/** Commands that do not build. */
const idle =
  /^(?:(?:npm|pnpm|yarn|bun)(?: (?:ci|i|install|config .*|version .*|whoami|test|audit.*)(?: -[\w=.:/-]+)*| publish(?: -[\w-]+(?:=[\w.:/@-]+| [\w.:/@][\w.:/@-]*)?)*| (?:i|install) (?:-g|--global) npm@[\w.^~-]+)|(?:npx )?(?:eslint|n8n-node lint|prettier|vitest|jest|biome|tsc --noEmit)\b.*|echo .*|git .*|corepack enable|(?:npx )?husky(?: install)?(?: \|\| true)?|npx only-allow \w+|node --version|npm --version|true|:|set [-+][\w ]+|(?:if|elif) !? ?\[.*|then|else|fi|exit \d+|\w+=[^`$]*(?:\$(?:\w+\b|\{[^}]*\})[^`$]*)*|\w+="?\w*\$\((?:node -p|jq|git|cat|npm (?:view|show|pkg get))\b.*\)"?|)$/;

/**
 * A job that publishes without a build: git ignores the build folder, no step before is a build, and npm runs no script of
 * package.json before it packs.
 */
export async function unbuilt(
  { workflow, job, step, command: publishing }: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation | undefined> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  const skipped = ignoresScripts(publishing) ? beforePacking.filter((name) => scripts[name] !== undefined) : [];
  const run = [...beforePacking, ...afterInstalling].filter((one) => !skipped.includes(one));
  if (!(await lacksBuild({ job, step }, run, { files, manifest }))) return undefined;
  return {
    code: 'provenance-workflow-unbuilt',
    message: `Job "${job.name}" publishes without building the package first${skipped.length > 0 ? `: --ignore-scripts skips ${skipped.join(' and ')}` : ''}`,
    ...(skipped.length > 0 && { fix: 'Add the step `npm run build` before it, or remove --ignore-scripts.' }),
    file: workflow.file,
    line: step.line,
    evidence: step.run.trim().slice(0, 160),
  };
}

/** A job that packs the package without a build, for a release on GitHub. npm runs `prepublishOnly` only when it publishes. */
export async function packedUnbuilt(
  { file, jobs }: Pick<Workflow, 'file' | 'jobs'>,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation[]> {
  // In a monorepo, it may pack another package.
  if (file.startsWith('../')) return [];
  const found: Observation[] = [];
  for (const job of jobs) {
    const at = job.steps.findIndex(({ run }) => commandsOf(run).some((command) => packs.test(command)));
    const step = job.steps[at];
    if (!step || !job.steps.slice(at).some(releasesTarball)) continue;
    if (!(await lacksBuild({ job, step }, ['prepack', ...afterInstalling], { files, manifest }, packs))) continue;
    const isSkipped = recordOf(manifest['scripts'])?.['prepublishOnly'] !== undefined;
    found.push({
      code: 'provenance-workflow-unbuilt',
      message: `Job "${job.name}" packs the package for a release without building it first${isSkipped ? ': npm pack does not run prepublishOnly' : ''}`,
      fix: 'Add the step `npm run build` before it.',
      file,
      line: step.line,
      evidence: step.run.trim().slice(0, 160),
    });
  }
  return found;
}

const packs = /^(?:npm|pnpm) pack(?: -[\w=.:/-]+)*$/;

/** https://github.com/softprops/action-gh-release, https://cli.github.com/manual/gh_release_upload */
function releasesTarball({ run, uses, with: { files = '', artifacts = '' } }: Step): boolean {
  if (uses !== '') return /release/i.test(uses) && /\.tgz\b/.test(`${files} ${artifacts}`);
  return commandsOf(run).some((command) => /^gh release (?:create|upload)\b.*\.tgz\b/.test(command));
}

/**
 * Whether the build folder is neither in git nor made by the steps up to one, nor by scripts that npm runs.
 * @param run the names of those scripts
 * @param packing commands that run no other script
 */
async function lacksBuild(
  { job, step }: Pick<Publishing, 'job' | 'step'>,
  run: readonly string[],
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
  packing?: RegExp,
): Promise<boolean> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  for (const name of run)
    if (scripts[name] !== undefined && !(await onlyLooks(scripts[name], scripts, files))) return false;
  const declared = declarationsOf(manifest);
  if (declared.length === 0 || !declared.every(({ path }) => path.startsWith('dist/'))) return false;
  // A build that is committed needs no step.
  const ignored = files.exists('.gitignore') ? await files.read('.gitignore') : '';
  if (!/^\/?dist(\/?|\/\*{1,2})\s*$/m.test(ignored.slice(0, 100_000)) || /^!.*dist/m.test(ignored)) return false;
  const steps = stepsUpTo({ job, step });
  return steps.every(({ run: script, uses, folder }) => {
    if (folder !== '') return false;
    if (uses !== '') return preparing.test(uses);
    return isIdleScript(script, scripts, packing);
  });
}

/** Whether no script runs before a package is packed. */
function ignoresScripts(command: string): boolean {
  const publishing = commandsOf(command).filter((one) => publishes.test(one));
  return publishing.length > 0 && publishing.every((one) => / --ignore-scripts(?: |$)/.test(one));
}

/** A script that has a name of its own: it is not expanded. */
const runsTests = /\b(?:npm|pnpm|yarn|bun) t(?:est|st)?\b/;

/** Whether npm runs another script before or after one of them: `prelint`. */
const haveHooks = (scripts: Readonly<Record<string, unknown>>) =>
  Object.keys(scripts).some(
    (name) => Object.hasOwn(scripts, name.replace(/^(?:pre|post)(?=.)/, '')) && /^p(?:re|ost)/.test(name),
  );

/** @param others commands that do not build either */
const isIdleScript = (script: string, scripts: Readonly<Record<string, unknown>>, others?: RegExp) =>
  commandsOf(expanded(script, scripts)).every((command) => idle.test(command) || others?.test(command));

/**
 * Whether a script of package.json compiles and bundles nothing: it runs only commands that do not, or a file that does not,
 * such as one that checks a name.
 */
async function onlyLooks(
  script: unknown,
  scripts: Readonly<Record<string, unknown>>,
  files: CheckContext['files'],
): Promise<boolean> {
  if (!runsTests.test(String(script)) && !haveHooks(scripts) && isIdleScript(String(script), scripts)) return true;
  const file = /^node (?:\.\/)?([\w./-]+\.[cm]?js)$/.exec(String(script).trim())?.[1];
  return file !== undefined && files.exists(file) && copiesOfScript(await files.read(file), '') !== undefined;
}
