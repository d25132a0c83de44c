import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import { isInside } from './inside.ts';
import { realFolder, unreadable } from './readable-file.ts';

/** Bytes of a project that is read into memory. */
const most = 64 * 2 ** 20;

/** The files of a project at one moment, by their paths. */
export type Snapshot = ReadonlyMap<string, Uint8Array>;

/**
 * Reads files of a folder into memory; undefined when they are too large for it. Without a thread for each: most are
 * small, and were read a moment ago.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function takeSnapshot(folder: string, paths: readonly string[]): Snapshot | undefined {
  const root = realFolder(folder);
  const files = new Map<string, Uint8Array>();
  let left = most;
  for (const path of paths) {
    const bytes = readWithin(root, path, left);
    if (!bytes) return undefined;
    left -= bytes.length;
    files.set(path, bytes);
  }
  return files;
}

/**
 * Reads a regular file of a project; undefined when it is larger than `limit` bytes.
 * @param root the project's real folder
 * @throws {ServiceError} UNREADABLE_PATH, also for what leads out of the project
 */
export function readWithin(root: string, path: string, limit: number): Buffer | undefined {
  try {
    const real = realpathSync.native(join(root, path));
    if (!isInside(root, real)) throw new Error('it leads out of the project');
    const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new Error('it is no file');
      return stats.size > limit ? undefined : readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A project that is read from a snapshot of it. */
export function snapshotFiles(snapshot: Snapshot): ProjectFiles {
  const paths = [...snapshot.keys()].sort();
  const bytes = async (path: string) => {
    const found = snapshot.get(path);
    if (!found) throw Object.assign(new Error(`There is no file ${path}`), { code: 'ENOENT' });
    return found;
  };
  return {
    list: () => paths,
    exists: (path) => snapshot.has(path),
    bytes,
    read: async (path) => new TextDecoder().decode(await bytes(path)),
  };
}
