import { serviceError } from '../../kernel/errors.ts';
import { findingsOf } from '../../kernel/result.ts';
import { isGitDirty } from '../git/git-dirty.ts';
import { findRepository } from '../git/repository.ts';
import { runLocally } from '../run-locally.ts';
import type { ProjectSubject, RunRequest } from '../run-request.ts';
import { type FixedFile, fixedFiles, writeFixed } from './fixed-files.ts';

/** Codes of files that cannot be parsed: `source-syntax`. */
const isSyntaxError = /(?:^|-)syntax$/;

/** Fixes can make others possible, and fixes that touch each other are made one after the other; ESLint does the same. */
const maxPasses = 10;

interface FixOptions {
  cache: boolean;
  offline: boolean;
  /** Whether to return the changes instead of making them. */
  dryRun: boolean;
  /** Whether to change files that git could not restore. */
  force: boolean;
  /** Called with what is installed for the run. */
  log(line: string): void;
}

export interface FixOutcome {
  /** Files that are changed, or would be with `dryRun`; each once. */
  files: FixedFile[];
  /** Files that are left as they were, because they would have a syntax error. */
  rolledBack: string[];
}

/**
 * Makes the changes that findings of a project have, until there are no more.
 * @throws {ServiceError} UNCOMMITTED_CHANGES, UNWRITABLE_PATH
 */
export async function fixProject(
  request: RunRequest & { subject: ProjectSubject },
  options: FixOptions,
  signal: AbortSignal,
): Promise<FixOutcome> {
  const { folder } = request.subject;
  if (!options.dryRun && !options.force) await requireCleanTree(folder);
  const findings = async () => {
    const { verification } = await runLocally(request, options, signal);
    return findingsOf(verification.checks);
  };
  const rolledBack = new Set<string>();
  let changed: FixedFile[] = [];
  const all: FixedFile[] = [];
  for (let pass = 0; pass < maxPasses && !signal.aborted; pass++) {
    const found = await findings();
    const broken = changed.filter(({ path }) =>
      found.some(({ code, file }) => isSyntaxError.test(code) && file === path),
    );
    for (const { path, before, ...rest } of broken) {
      await writeFixed(folder, [{ ...rest, path, before, after: before }]);
      rolledBack.add(path);
    }
    changed = fixedFiles(folder, found, rolledBack);
    if (options.dryRun) return { files: changed, rolledBack: [] };
    all.push(...changed);
    if (changed.length === 0) break;
    await writeFixed(folder, changed);
  }
  const kept = all.filter(({ path }) => !rolledBack.has(path));
  return { files: [...Map.groupBy(kept, ({ path }) => path).values()].map(overall), rolledBack: [...rolledBack] };
}

/** All changes of one file, as one. */
function overall(passes: FixedFile[]): FixedFile {
  const [first, last] = [passes[0], passes.at(-1)];
  if (!first || !last) throw new Error('a file without changes');
  return { ...first, after: last.after, fixed: passes.reduce((sum, { fixed }) => sum + fixed, 0) };
}

/**
 * Rejects a folder whose files git could not restore.
 * @param folder absolute
 * @throws {ServiceError} UNCOMMITTED_CHANGES
 */
async function requireCleanTree(folder: string): Promise<void> {
  const reject = (reason: string) => serviceError('UNCOMMITTED_CHANGES', { reason });
  if (!(await findRepository(folder))) throw reject(`${folder} is not in a git repository`);
  const dirty = await isGitDirty(folder);
  if (dirty === undefined) throw reject(`git cannot say whether ${folder} has uncommitted changes`);
  if (dirty) throw reject(`${folder} has uncommitted changes`);
}
