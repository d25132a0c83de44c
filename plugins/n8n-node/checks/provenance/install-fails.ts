import { satisfies, validRange } from 'semver';
import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { tryJson } from '../../../../kernel/project-files.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { commandsOf, type Publishing } from './publishing.ts';
import { preparing } from './unbuilt.ts';

/** In the order in which npm looks for them. */
const npmLocks = ['npm-shrinkwrap.json', 'package-lock.json'];

const installs = /^npm (?:ci|clean-install)(?: -[\w=.:/-]+)*$/;
/** Commands that write a lock file, or that leave the folder. */
const changesLock =
  /^(?:npm (?:i|install|update|add|uninstall|shrinkwrap|pkg|version)\b(?!.* (?:-g|--global)\b)|(?:cd|pushd|cp|mv|git|npx|ncu|node|sed|jq|yarn|pnpm) )/;

/**
 * A job that publishes after `npm ci`, which fails because the lock file does not fit package.json.
 * https://docs.npmjs.com/cli/v11/commands/npm-ci
 */
export async function installFails(
  { workflow, job, step }: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation | undefined> {
  // The lock file of a monorepo is above the package, and npm also installs what its other packages need.
  if (workflow.file.startsWith('../') || manifest['workspaces'] !== undefined) return undefined;
  for (const { run, condition, folder, uses, line } of job.steps.slice(0, job.steps.indexOf(step) + 1)) {
    if (folder !== '' || condition !== '') return undefined;
    // Actions of the repository, and those that are not known, may write anything.
    if (uses !== '' && !preparing.test(uses)) return undefined;
    for (const command of commandsOf(run)) {
      if (changesLock.test(command)) return undefined;
      if (!installs.test(command)) continue;
      const lock = npmLocks.find((path) => files.exists(path));
      const reason = lock && whyOutOfDate(await files.read(lock), lock, manifest);
      if (reason === undefined) return undefined;
      const message = `\`${command}\` fails in job "${job.name}": ${reason}`;
      return { code: 'provenance-workflow-install-fails', message, file: workflow.file, line, evidence: command };
    }
  }
  return undefined;
}

/** Says why npm finds that a lock file does not fit; undefined if it fits, or that cannot be determined. */
function whyOutOfDate(text: string, path: string, manifest: Manifest): string | undefined {
  const packages = recordOf(recordOf(tryJson(text))?.['packages']);
  const wanted = ['dependencies', 'devDependencies'].flatMap((list) => Object.entries(recordOf(manifest[list]) ?? {}));
  // npm also writes the project itself, and what the dependencies need.
  if (packages?.[''] === undefined || Object.keys(packages).length < wanted.length) return undefined;
  if (manifest['overrides'] !== undefined) return undefined;
  for (const [name, range] of wanted) {
    // npm takes any version for these, prereleases too.
    if (typeof range !== 'string' || /^(?:\*|x|)$/.test(range.trim()) || validRange(range) === null) continue;
    const locked = recordOf(packages[`node_modules/${name}`]);
    if (locked === undefined) return `${name} is missing from ${path}`;
    const { version } = locked;
    if (locked['link'] !== true && typeof version === 'string' && !satisfies(version, range, { loose: true }))
      return `${path} has ${name} ${version}, but package.json requires ${range}`;
  }
  return undefined;
}
