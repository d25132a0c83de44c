import { posix } from 'node:path';
import type { FileReference } from '../../kernel/follow.ts';
import type { ProjectType } from '../../kernel/plugin.ts';
import type { Absent } from '../../kernel/project-files.ts';
import { defaultUploadLimits } from './check-upload.ts';
import { type CollectedFile, type CollectOptions, collectFiles } from './collect-files.ts';
import { DiskFileLookup } from './disk-file-lookup.ts';
import { excludeRules, type IgnoreRules } from './ignore-rules.ts';
import { pathFault } from './path-rules.ts';
import { realFolder, sizeOfReadable } from './readable-file.ts';
import { noteOf } from './sent-files.ts';
import { realInside } from './snapshot.ts';
import { storedPath } from './stored-path.ts';

/** The files of a project: those of the include list, and those that they refer to. */
export interface CollectedProject {
  /** Sorted by path; those above the project's folder, with paths that start with `../`, come first. */
  files: CollectedFile[];
  /** Referenced files that exist and were left out. */
  leftOut: LeftOut[];
  /** The text to send along that lists missing and left-out files, if it is needed. */
  note: string | undefined;
}

interface LeftOut {
  path: string;
  /** What refers to it: `imported by nodes/Acme.node.ts`. */
  why: string;
  /** Why it was left out. */
  reason: string;
}

/** References to follow, from one file and in all. */
const maxReferences = { file: 5_000, all: 50_000 };
/** Left-out files, and missing files, to report. */
const maxReported = 1_000;

/**
 * Collects a project (CONTRACT 2): the files of the include list, and the files that they refer to, within the limits of an
 * upload. Links out of the project or, for files above it, out of the repository are not followed. Without files in the
 * list, nothing is collected.
 * @throws {ServiceError} see `collectFiles`
 */
export async function collectProject({
  follow,
  ...options
}: CollectOptions & Pick<ProjectType, 'follow'>): Promise<CollectedProject> {
  const special: LeftOut[] = [];
  const onLeftOut = (path: string, why: string, reason: string) => special.push({ path, why, reason });
  const listed = collectFiles({ ...options, onLeftOut });
  if (listed.length === 0) return { files: [], leftOut: special.slice(0, maxReported), note: undefined };
  const { folder, exclude = [] } = options;
  const collection = new ProjectCollection(folder, exclude, listed, special);
  if (follow) {
    const lookup = new DiskFileLookup(folder, defaultUploadLimits.fileBytes);
    collection.follow(lookup, await follow(lookup));
  }
  return collection.collected();
}

class ProjectCollection {
  readonly #root: string;
  readonly #excluded: IgnoreRules;
  readonly #files: Map<string, CollectedFile>;
  readonly #listed: readonly string[];
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #missing = new Set<string>();
  #bytes: number;
  #referencesLeft = maxReferences.all;

  constructor(
    folder: string,
    exclude: readonly string[],
    listed: readonly CollectedFile[],
    leftOut: readonly LeftOut[],
  ) {
    for (const one of leftOut) this.#leaveOut(one);
    this.#root = realFolder(folder);
    this.#excluded = excludeRules(exclude);
    this.#files = new Map(listed.map((file) => [file.path, file]));
    this.#listed = [...this.#files.keys()];
    // Required for every project type, whatever the list contains.
    for (const manifest of collectFiles({ folder, include: ['package.json'] }))
      if (!this.#files.has(manifest.path)) this.#files.set(manifest.path, { ...manifest, why: 'always sent' });
    this.#bytes = [...this.#files.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @param referencesOf called once for each file, including files that are added meanwhile */
  follow(lookup: DiskFileLookup, referencesOf: (path: string) => Iterable<FileReference>): void {
    const manifest = this.#files.has('package.json') ? ['package.json'] : [];
    const queue = [...manifest, ...[...this.#files.keys()].filter((path) => path !== 'package.json')];
    for (const path of queue) {
      let left = maxReferences.file;
      for (const reference of referencesOf(path)) {
        left -= 1;
        this.#referencesLeft -= 1;
        if (left < 0 || this.#referencesLeft < 0) {
          this.#leaveOut({ path, why: 'references', reason: 'it refers to too many files: some were not followed' });
          break;
        }
        const added = this.#add(reference, lookup);
        if (added !== undefined) queue.push(added);
      }
      if (this.#referencesLeft < 0) return;
    }
  }

  collected(): CollectedProject {
    const files = [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const leftOut = [...this.#leftOut.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const absent: Absent = {
      missing: [...this.#missing].sort(),
      leftOut: Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason])),
    };
    const paths = files.map(({ path }) => path);
    const note = noteOf(absent, this.#listed, paths);
    return { files, leftOut, note: note !== undefined && this.#fits(note) ? note : undefined };
  }

  /** @returns the path of a file that was added */
  #add({ path: given, why, unwanted }: FileReference, lookup: DiskFileLookup): string | undefined {
    const path = lookup.pathOf(given);
    if (path === undefined) return this.#leaveOut({ path: posix.normalize(given), why, reason: outside(given) });
    if (path === '' || this.#files.has(path) || this.#leftOut.has(path) || this.#missing.has(path)) return undefined;
    const kind = lookup.kindOf(path);
    if (kind === undefined) {
      if (this.#missing.size < maxReported) this.#missing.add(path);
      return undefined;
    }
    if (kind === 'link outside') return this.#leaveOut({ path, why, reason: 'it is a link out of the project' });
    if (unwanted !== undefined) return this.#leaveOut({ path, why, reason: unwanted });
    if (kind === 'folder') return undefined;
    if (this.#excluded.ignores(path, false))
      return this.#leaveOut({ path, why, reason: 'it is excluded by .service/config.json' });
    const fault = pathFault(storedPath(path));
    if (fault !== undefined) return this.#leaveOut({ path, why, reason: `its path ${fault}` });
    const size = this.#sizeOf(path);
    if (size === undefined) return this.#leaveOut({ path, why, reason: 'it cannot be read' });
    const limit = this.#exceededLimit(size);
    if (limit !== undefined) return this.#leaveOut({ path, why, reason: limit });
    this.#bytes += size;
    this.#files.set(path, { path, size, why });
    return path;
  }

  #leaveOut(left: LeftOut): undefined {
    if (this.#leftOut.size < maxReported && !this.#leftOut.has(left.path)) this.#leftOut.set(left.path, left);
  }

  #sizeOf(path: string): number | undefined {
    try {
      return sizeOfReadable(path, realInside(this.#root, path));
    } catch {
      return undefined;
    }
  }

  /** The include list may have used up the limits. */
  #fits(note: string): boolean {
    const { files, totalBytes } = defaultUploadLimits;
    return this.#files.size < files && this.#bytes + Buffer.byteLength(note) <= totalBytes;
  }

  #exceededLimit(size: number): string | undefined {
    const { files, fileBytes, totalBytes } = defaultUploadLimits;
    if (size > fileBytes) return `it is larger than ${fileBytes / 2 ** 20} MiB`;
    // Leaves room for the note.
    if (this.#files.size + 1 >= files) return `the limit of ${files} files is reached`;
    return this.#bytes + size > totalBytes - fileBytes / 2
      ? `the limit of ${totalBytes / 2 ** 20} MiB for all files is reached`
      : undefined;
  }
}

function outside(path: string): string {
  if (/(?:^|\/)node_modules(?:\/|$)/.test(path)) return 'it is part of an installed package';
  return 'it is outside of the project and its repository';
}
