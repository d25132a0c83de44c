import { copyFile, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside, placeInside } from './inside.ts';
import type { EmptyCopy } from './open-copy.ts';
import { kindAt, realFolder, unreadable } from './readable-file.ts';
import { type Snapshot, snapshotFiles, takeSnapshot } from './snapshot.ts';
import type { Source } from './source.ts';

export interface ProjectOnDisk {
  folder: string;
  /** Paths relative to the folder, with `/`: those of `collectFiles`. */
  files: readonly string[];
}

/**
 * A project on disk. Opening or reading it fails with UNREADABLE_PATH when a file has gone, or has become unreadable,
 * since it was collected. What is opened after it was read is what was read.
 */
export function folderSource({ folder, files }: ProjectOnDisk): Source {
  let snapshot: Snapshot | undefined;
  return {
    mode: 'project',
    name: basename(resolve(folder)),
    read: async () => {
      snapshot = takeSnapshot(folder, files);
      return snapshot && snapshotFiles(snapshot);
    },
    open: async ({ signal }) => {
      const { openCopy, openSnapshot } = await import('./open-copy.ts');
      if (snapshot) return openSnapshot(signal, snapshot);
      return openCopy(signal, (copy) => copyAll(copy, folder, files));
    },
  };
}

async function copyAll(copy: EmptyCopy, folder: string, files: readonly string[]): Promise<void> {
  const root = realFolder(folder);
  await copy.each(files, (path) => copyInto(copy, root, path));
}

async function copyInto(copy: EmptyCopy, root: string, path: string): Promise<void> {
  try {
    const real = await realpath(join(root, path));
    if (!isInside(root, real)) throw new Error('it leads out of the project');
    if (kindAt(real) !== 'file') throw new Error('it is no file');
    const target = placeInside(copy.folder, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(real, target);
  } catch (error) {
    throw unreadable(path, error);
  }
}
