import { serviceError } from '../../kernel/errors.ts';
import type { Finding } from '../../kernel/finding.ts';
import { findingsOf, hasVerdict } from '../../kernel/result.ts';
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
  /** What a dry run makes of files, by path. */
  const replaced = new Map<string, string>();
  const write = async (files: readonly FixedFile[]) => {
    if (!options.dryRun) return writeFixed(folder, files);
    for (const { path, after } of files) replaced.set(path, after);
  };
  const verify = async () => {
    const subject = { ...request.subject, replaced };
    const { verification } = await runLocally({ ...request, subject }, options, signal);
    const isWhole = !signal.aborted && hasVerdict(verification);
    return { found: findingsOf(verification.checks), isWhole };
  };
  const refused = new RefusedFixes();
  let changed: FixedFile[] = [];
  let before: readonly Finding[] = [];
  const all: FixedFile[] = [];
  const restore = async (files: readonly FixedFile[]) => {
    const originals = files.map((file) => ({ ...file, after: file.before }));
    await write(originals);
    for (const file of files) all.splice(all.indexOf(file), 1);
  };
  // In the last pass, what was changed is verified only.
  for (let pass = 0; pass <= maxPasses; pass++) {
    const { found, isWhole } = await verify();
    if (!isWhole) {
      await restore(changed);
      break;
    }
    const broken = brokenBy(changed, before, found);
    if (broken.length > 0) {
      await restore(broken);
      for (const file of broken) refused.add(file);
      // What was found is no longer true of them.
      changed = [];
      continue;
    }
    if (pass === maxPasses) break;
    changed = fixedFiles(folder, found, refused, replaced);
    before = found;
    all.push(...changed);
    if (changed.length === 0) break;
    await write(changed);
  }
  return { files: [...Map.groupBy(all, ({ path }) => path).values()].map(overall), rolledBack: refused.list() };
}

/** The files with more faults than before; all that were changed, if another file has more. */
function brokenBy(
  changed: readonly FixedFile[],
  before: readonly Finding[],
  after: readonly Finding[],
): readonly FixedFile[] {
  if (changed.length === 0) return [];
  const [known, now] = [faultsOf(before), faultsOf(after)];
  const worse = new Set(
    [...now].flatMap(([fault, { path, count }]) => (count > (known.get(fault)?.count ?? 0) ? [path] : [])),
  );
  const own = changed.filter(({ path }) => worse.has(path));
  return own.length === worse.size ? own : changed;
}

/** How many faults of a kind each file has. The same one may have another text after a change. */
function faultsOf(findings: readonly Finding[]): Map<string, { path: string; count: number }> {
  const faults = new Map<string, { path: string; count: number }>();
  for (const { code, file: path = '', message } of findings) {
    if (!isBreakage.test(code)) continue;
    const key = `${path} ${code} ${/^TS\d+/.exec(message)?.[0] ?? ''}`;
    faults.set(key, { path, count: (faults.get(key)?.count ?? 0) + 1 });
  }
  return faults;
}

/** The fixes that broke a file. After the first breakage, the fixes of one code at a time are tried. */
class RefusedFixes {
  readonly #careful = new Set<string>();
  readonly #codes = new Map<string, Set<string>>();

  /** Which of the fixable findings of a file are fixed in the next pass: the first group that changes it. */
  groups(path: string, findings: readonly Finding[]): readonly (readonly Finding[])[] {
    const left = findings.filter(({ code }) => !this.#codes.get(path)?.has(code));
    return this.#careful.has(path) ? [...Map.groupBy(left, ({ code }) => code).values()] : [left];
  }

  add({ path, codes }: FixedFile): void {
    const isOne = codes.size === 1;
    this.#careful.add(path);
    if (isOne) this.#codes.set(path, new Set([...(this.#codes.get(path) ?? []), ...codes]));
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
