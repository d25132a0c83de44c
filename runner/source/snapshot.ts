import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from './inside.ts';
import { realFolder, unreadable } from './readable-file.ts';
import { readRegularFile } from './regular-file.ts';
import { repositoryAbove } from './repository.ts';
import type { StoredFiles } from './sent-files.ts';
import { notePath, storedPath } from './stored-path.ts';

/** Larger projects are not read into memory. */
const maxBytes = 64 * 2 ** 20;

/** The contents of a project's files, by their stored paths. */
export type Snapshot = ReadonlyMap<string, Uint8Array>;

/**
 * Reads files into memory; undefined if they are too large. Synchronous, because most files are small and in the cache of the
 * operating system.
 * @param options.note to store along with the files
 * @param options.replaced texts of files instead of what is on disk, by path
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function takeSnapshot(
  folder: string,
  paths: readonly string[],
  { note, replaced }: { note?: string | undefined; replaced?: ReadonlyMap<string, string> } = {},
): Snapshot | undefined {
  const root = realFolder(folder);
  const files = new Map<string, Uint8Array>();
  let left = maxBytes;
  for (const path of paths) {
    const text = replaced?.get(path);
    const bytes = text === undefined ? readWithin(root, path, left) : Buffer.from(text);
    if (!bytes) return undefined;
    left -= bytes.length;
    files.set(storedPath(path), bytes);
  }
  if (note !== undefined) files.set(notePath, Buffer.from(note));
  return files;
}

/**
 * Reads a regular file of a project, or above it in its repository; undefined if it is larger than `limit` bytes.
 * @param root the project's real folder
 * @throws {ServiceError} UNREADABLE_PATH, also for a path out of the project or the repository
 */
export function readWithin(root: string, path: string, limit: number): Buffer | undefined {
  try {
    return readRegularFile(join(root, path), limit, boundaryOf(root, path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * The real path of a file of a project, or above it in its repository.
 * @throws {Error} if it is outside of them, and errors of `realpath`
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
      if (!found) throw Object.assign(new Error(`File ${path} does not exist`), { code: 'ENOENT' });
      return found;
    },
  };
}
