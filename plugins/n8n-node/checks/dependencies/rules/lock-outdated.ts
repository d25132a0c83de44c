import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { dependsOnWorkspace } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

export const lockOutdated: Rule<ManifestSubject> = {
  code: 'dependencies-lock-outdated',
  title: 'Lock file does not fit package.json',
  severity: 'warning',
  why: '`npm ci`, and `pnpm install` in CI, stop with an error if the lock file and package.json are out of sync: no workflow that installs with them gets further.',
  fix: 'Install again, with `npm install` or `pnpm install --no-frozen-lockfile`, and commit the lock file together with package.json.',
  bad: '"luxon": "^3.7.0"   in package.json, and "version": "2.5.2" in package-lock.json',
  good: '"luxon": "^3.7.0"   in package.json, and "version": "3.7.2" in package-lock.json',
  docs: 'https://docs.npmjs.com/cli/v11/commands/npm-ci',
  async *check({ manifest, files, mode }) {
    const found = [...lockFiles.keys()].filter((path) => files.exists(path));
    const [path = ''] = found;
    // Which of several is used is unknown; a workspace has the dependencies of others, too.
    if (mode === 'package' || found.length !== 1 || manifest['workspaces'] !== undefined) return;
    const tool = lockFiles.get(path);
    const { packageManager = tool } = manifest;
    if (tool === undefined || !String(packageManager).startsWith(tool)) return;
    // The workspace that it is in is installed with pnpm.
    if (tool === 'npm' && files.listAbove().some((above) => above.endsWith('/pnpm-workspace.yaml'))) return;
    // npm cannot install those of a workspace: the file is of a time before, or of a template.
    if (tool === 'npm' && (dependsOnWorkspace(manifest) || (await isReportedByWorkflow(files)))) return;
    // These modules load slowly.
    const { whyNpmStops, whyPnpmStops } = await import('../../../project/manifest/lock-files.ts');
    const whyStopped = tool === 'npm' ? whyNpmStops : whyPnpmStops;
    const why = whyStopped(await files.read(path), path, manifest);
    if (why !== undefined) yield { message: why, file: path };
  },
};

/** Lock files, with the tool where what it refuses is known. */
const lockFiles = new Map<string, 'npm' | 'pnpm' | undefined>([
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', undefined],
  ['bun.lock', undefined],
]);

/** Whether a workflow may publish after `npm ci`, where the check `provenance` reports it. */
async function isReportedByWorkflow(files: ProjectFiles): Promise<boolean> {
  for (const path of files.list().filter((one) => one.startsWith('.github/workflows/'))) {
    const text = await files.read(path);
    if (/\bnpm (?:ci|clean-install)\b/.test(text) && /publish|release/i.test(text)) return true;
  }
  return false;
}
