import { serviceError } from '../../kernel/errors.ts';
import { fixProject } from '../fix/fix-project.ts';
import { patchOf } from '../fix/patch.ts';

interface Options {
  dryRun?: boolean;
  force?: boolean;
  progress(message: string): void;
}

/**
 * Fixes a project like `service verify --local --fix`; its plugins do not run.
 * @param folder absolute
 * @throws {ServiceError} as resolveProject and fixProject do
 */
export async function fixFolder(
  folder: string,
  { dryRun = false, force = false, progress }: Options,
  signal: AbortSignal,
) {
  const { resolveProject } = await import('../resolve-project.ts');
  const context = { local: true, warn: progress, consent: { all: false, warn: progress } };
  const { subject, ...request } = await resolveProject({ cwd: folder }, context);
  if (subject.mode !== 'project') throw serviceError('NO_FILES', { folder });
  const options = { dryRun, force, cache: true, offline: false, log: progress };
  const { files, rolledBack } = await fixProject({ ...request, subject }, options, signal);
  return {
    dryRun,
    files: files.map((file) => ({ path: file.path, findings: file.fixed, diff: patchOf(file) })),
    ...(rolledBack.length > 0 && { leftAsTheyWere: rolledBack }),
  };
}
