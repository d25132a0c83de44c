import { serviceError } from '../../kernel/errors.ts';
import type { Finding } from '../../kernel/finding.ts';
import { findingsOf } from '../../kernel/result.ts';
import { isGitDirty } from '../git/git-dirty.ts';
import { findRepository } from '../git/repository.ts';
import { runLocally } from '../run-locally.ts';
import type { ProjectSubject, RunRequest } from '../run-request.ts';
import { type FixedFile, fixedFiles, writeFixed } from './fixed-files.ts';

/** Codes of what a fix must not cause: a file that cannot be parsed, compiled or loaded. */
const isBreakage = /(?:^|-)syntax$|^types-error$|^load-/;

/** Fixes can make others possible, and fixes that touch each other are made one after the other; ESLint does the same. */
const maxPasses = 20;

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
  /** Fixes that were not kept, because the file would no longer be parsed, compiled or loaded. */
  rolledBack: { path: string; codes: string[] }[];
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
  const refused = new RefusedFixes();
  let changed: FixedFile[] = [];
  let before: readonly Finding[] = [];
  const all: FixedFile[] = [];
  for (let pass = 0; pass < maxPasses && !signal.aborted; pass++) {
    const found = await findings();
    const broken = changed.filter(({ path }) => breaks(path, before, found));
    if (broken.length > 0) {
      await writeFixed(
        folder,
        broken.map((file) => ({ ...file, after: file.before })),
      );
      for (const file of broken) {
        refused.add(file);
        all.splice(all.indexOf(file), 1);
      }
      // What was found is no longer true of them.
      changed = [];
      continue;
    }
    changed = fixedFiles(folder, found, refused);
    if (options.dryRun) return { files: changed, rolledBack: [] };
    before = found;
    all.push(...changed);
    if (changed.length === 0) break;
    await writeFixed(folder, changed);
  }
  return { files: [...Map.groupBy(all, ({ path }) => path).values()].map(overall), rolledBack: refused.list() };
}

/** Whether a file has a fault that it did not have before. */
function breaks(path: string, before: readonly Finding[], after: readonly Finding[]): boolean {
  const faults = (findings: readonly Finding[]) =>
    findings.flatMap(({ code, file, message }) =>
      file === path && isBreakage.test(code) ? [`${code} ${message}`] : [],
    );
  const known = new Set(faults(before));
  return faults(after).some((fault) => !known.has(fault));
}

/** The fixes that broke a file. After the first breakage, the fixes of one code at a time are tried. */
class RefusedFixes {
  readonly #careful = new Set<string>();
  readonly #codes = new Map<string, Set<string>>();

  /** Which of the fixable findings of a file are fixed in the next pass. */
  chosen(path: string, findings: readonly Finding[]): readonly Finding[] {
    const left = findings.filter(({ code }) => !this.#codes.get(path)?.has(code));
    return this.#careful.has(path) ? left.filter(({ code }) => code === left[0]?.code) : left;
  }

  add({ path, codes }: FixedFile): void {
    this.#careful.add(path);
    if (codes.size > 1) return;
    this.#codes.set(path, new Set([...(this.#codes.get(path) ?? []), ...codes]));
  }

  list(): FixOutcome['rolledBack'] {
    return [...this.#codes].map(([path, codes]) => ({ path, codes: [...codes] }));
  }
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
