import { posix } from 'node:path';
import type { FileReference } from '../../kernel/follow.ts';
import type { ProjectType } from '../../kernel/plugin.ts';
import type { Absent } from '../../kernel/project-files.ts';
import { storedPath } from './above.ts';
import { defaultUploadLimits } from './check-upload.ts';
import { type CollectedFile, type CollectOptions, collectFiles } from './collect-files.ts';
import { DiskReach } from './disk-reach.ts';
import { excludeRules, type IgnoreRules } from './ignore-rules.ts';
import { pathFault } from './path-rules.ts';
import { realFolder, sizeOfReadable } from './readable-file.ts';
import { noteOf } from './sent-files.ts';
import { realInside } from './snapshot.ts';

/** The files of a project: those of the include list, and all that they lead to. */
export interface CollectedProject {
  /** Sorted by path; those above the project's folder, whose paths begin with `../`, come first. */
  files: CollectedFile[];
  /** What the files lead to and is not among them although it is there. */
  leftOut: LeftOut[];
  /** What is sent along to tell of files that are not among them, where that is needed. */
  note: string | undefined;
}

export interface LeftOut {
  path: string;
  /** What leads to it: `imported by nodes/Acme.node.ts`. */
  why: string;
  /** Why it was left out. */
  reason: string;
}

/** Leads that are gone after: of one file, and in all. */
const mostLeads = { file: 5_000, all: 50_000 };
/** Files that are left out, and names that lead nowhere, that are told. */
const mostTold = 1_000;

/**
 * Collects a project (CONTRACT 2). What the include list names comes as `collectFiles` has it; of what these files lead to,
 * all that fits into the limits of an upload. Links out of the project, or for files above it out of the repository, are
 * not followed. Without any file of the list there is nothing to follow.
 * @throws {ServiceError} as `collectFiles` does
 */
export async function collectProject({
  follow,
  ...options
}: CollectOptions & Pick<ProjectType, 'follow'>): Promise<CollectedProject> {
  const special: LeftOut[] = [];
  const leave = (path: string, why: string, reason: string) => special.push({ path, why, reason });
  const listed = collectFiles({ ...options, leave });
  if (listed.length === 0) return { files: [], leftOut: special.slice(0, mostTold), note: undefined };
  const { folder, exclude = [] } = options;
  const collection = new Following(folder, exclude, listed, special);
  if (follow) {
    const reach = new DiskReach(folder, defaultUploadLimits.fileBytes);
    collection.go(reach, await follow(reach));
  }
  return collection.collected();
}

class Following {
  readonly #root: string;
  readonly #excluded: IgnoreRules;
  readonly #files: Map<string, CollectedFile>;
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #missing = new Set<string>();
  #bytes: number;
  #leads = mostLeads.all;

  constructor(
    folder: string,
    exclude: readonly string[],
    listed: readonly CollectedFile[],
    leftOut: readonly LeftOut[],
  ) {
    for (const one of leftOut) this.#leave(one);
    this.#root = realFolder(folder);
    this.#excluded = excludeRules(exclude);
    this.#files = new Map(listed.map((file) => [file.path, file]));
    // Whatever the list says: without it nothing can be verified.
    for (const manifest of collectFiles({ folder, include: ['package.json'] }))
      if (!this.#files.has(manifest.path)) this.#files.set(manifest.path, { ...manifest, why: 'always sent' });
    this.#bytes = [...this.#files.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @param follow asked of each file once, also of those that come along on the way */
  go(reach: DiskReach, follow: (path: string) => Iterable<FileReference>): void {
    const manifest = this.#files.has('package.json') ? ['package.json'] : [];
    const queue = [...manifest, ...[...this.#files.keys()].filter((path) => path !== 'package.json')];
    for (const path of queue) {
      let left = mostLeads.file;
      for (const lead of follow(path)) {
        left -= 1;
        this.#leads -= 1;
        if (left < 0 || this.#leads < 0) {
          this.#leave({ path, why: 'among the files', reason: 'it leads to too many files: not all were looked for' });
          break;
        }
        const taken = this.#take(lead, reach);
        if (taken !== undefined) queue.push(taken);
      }
      if (this.#leads < 0) return;
    }
  }

  collected(): CollectedProject {
    const files = [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const leftOut = [...this.#leftOut.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const absent: Absent = {
      missing: [...this.#missing].sort(),
      leftOut: Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason])),
    };
    const note = noteOf(
      absent,
      files.map(({ path }) => path),
    );
    return { files, leftOut, note: note !== undefined && this.#fits(note) ? note : undefined };
  }

  /** @returns the path of a file that comes along now */
  #take({ path: given, why, unwanted }: FileReference, reach: DiskReach): string | undefined {
    const path = reach.pathOf(given);
    if (path === undefined) return this.#leave({ path: posix.normalize(given), why, reason: outside(given) });
    if (path === '' || this.#files.has(path) || this.#leftOut.has(path) || this.#missing.has(path)) return undefined;
    const kind = reach.kindOf(path);
    if (kind === undefined) {
      if (this.#missing.size < mostTold) this.#missing.add(path);
      return undefined;
    }
    if (kind === 'link outside')
      return this.#leave({ path, why, reason: 'it is a link that leads out of the project' });
    if (unwanted !== undefined) return this.#leave({ path, why, reason: unwanted });
    if (kind === 'folder') return undefined;
    if (this.#excluded.ignores(path, false))
      return this.#leave({ path, why, reason: 'it is excluded by .service/config.json' });
    const fault = pathFault(storedPath(path));
    if (fault !== undefined) return this.#leave({ path, why, reason: `its path ${fault}` });
    const size = this.#sizeOf(path);
    if (size === undefined) return this.#leave({ path, why, reason: 'it can not be read' });
    const limit = this.#limitPassedBy(size);
    if (limit !== undefined) return this.#leave({ path, why, reason: limit });
    this.#bytes += size;
    this.#files.set(path, { path, size, why });
    return path;
  }

  #leave(left: LeftOut): undefined {
    if (this.#leftOut.size < mostTold && !this.#leftOut.has(left.path)) this.#leftOut.set(left.path, left);
  }

  #sizeOf(path: string): number | undefined {
    try {
      return sizeOfReadable(path, realInside(this.#root, path));
    } catch {
      return undefined;
    }
  }

  /** The list itself may use all that there is. */
  #fits(note: string): boolean {
    const { files, totalBytes } = defaultUploadLimits;
    return this.#files.size < files && this.#bytes + Buffer.byteLength(note) <= totalBytes;
  }

  #limitPassedBy(size: number): string | undefined {
    const { files, fileBytes, totalBytes } = defaultUploadLimits;
    if (size > fileBytes) return `it is larger than ${fileBytes / 2 ** 20} MiB`;
    // One for the note.
    if (this.#files.size + 1 >= files) return `there are ${files} files without it`;
    return this.#bytes + size > totalBytes - fileBytes / 2
      ? `all files together would be larger than ${totalBytes / 2 ** 20} MiB`
      : undefined;
  }
}

function outside(path: string): string {
  if (/(?:^|\/)node_modules(?:\/|$)/.test(path)) return 'it is part of an installed package';
  return 'it lies outside the project and its repository';
}
