import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { notePath, storedPath } from './above.ts';
import { isInside } from './inside.ts';
import { realFolder, unreadable } from './readable-file.ts';
import { readRegularFile } from './regular-file.ts';
import { repositoryAbove } from './repository.ts';
import type { StoredFiles } from './sent-files.ts';

/** Bytes of a project that is read into memory. */
const most = 64 * 2 ** 20;

/** The files of a project at one moment, by the paths under which they are stored. */
export type Snapshot = ReadonlyMap<string, Uint8Array>;

/**
 * Reads files of a folder into memory; undefined when they are too large for it. Without a thread for each: most are
 * small, and were read a moment ago.
 * @param note what goes along with them
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function takeSnapshot(folder: string, paths: readonly string[], note?: string): Snapshot | undefined {
  const root = realFolder(folder);
  const files = new Map<string, Uint8Array>();
  let left = most;
  for (const path of paths) {
    const bytes = readWithin(root, path, left);
    if (!bytes) return undefined;
    left -= bytes.length;
    files.set(storedPath(path), bytes);
  }
  if (note !== undefined) files.set(notePath, Buffer.from(note));
  return files;
}

/**
 * Reads a regular file of a project, or one above it in its repository; undefined when it is larger than `limit` bytes.
 * @param root the project's real folder
 * @throws {ServiceError} UNREADABLE_PATH, also for what leads out of the project or the repository
 */
export function readWithin(root: string, path: string, limit: number): Buffer | undefined {
  try {
    return readRegularFile(join(root, path), limit, boundaryOf(root, path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Where a file of a project, or above it in its repository, really is.
 * @throws {Error} when that is elsewhere, or as `realpath` does
 */
export function realInside(root: string, path: string): string {
  const real = realpathSync.native(join(root, path));
  boundaryOf(root, path)(real);
  return real;
}

/** Refuses, by throwing, what is neither in the project nor, for a path above it, in its repository. */
export function boundaryOf(root: string, path: string): (real: string) => void {
  const boundary = path.startsWith('../') ? repositoryAbove(root) : root;
  return (real) => {
    if (boundary === undefined || !isInside(boundary, real)) throw new Error('it leads out of the project');
  };
}

/** What is read from a snapshot. */
export function storedIn(snapshot: Snapshot): StoredFiles {
  return {
    list: () => [...snapshot.keys()],
    bytes: async (path) => {
      const found = snapshot.get(path);
      if (!found) throw Object.assign(new Error(`There is no file ${path}`), { code: 'ENOENT' });
      return found;
    },
  };
}
