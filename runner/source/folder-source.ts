import { copyFile, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from './inside.ts';
import { openCopy } from './open-copy.ts';
import { kindAt, unreadable } from './readable-file.ts';
import type { Source } from './source.ts';

export interface ProjectOnDisk {
  folder: string;
  /** Paths relative to the folder, with `/`: those of `collectFiles`. */
  files: readonly string[];
}

/**
 * A project on disk. Opening it fails with UNREADABLE_PATH when a file has gone, or has become unreadable, since it was
 * collected.
 */
export function folderSource({ folder, files }: ProjectOnDisk): Source {
  return {
    mode: 'project',
    name: basename(resolve(folder)),
    open: ({ signal }) =>
      openCopy(signal, async (copy) => {
        const root = await realpath(folder).catch((error) => {
          throw unreadable(folder, error);
        });
        await copy.each(files, (path) => copyInto(copy.folder, root, path));
      }),
  };
}

async function copyInto(copy: string, root: string, path: string): Promise<void> {
  try {
    const target = join(copy, path);
    const real = await realpath(join(root, path));
    if (!isInside(copy, target) || !isInside(root, real)) throw new Error('it leads out of the project');
    if ((await kindAt(real)) !== 'file') throw new Error('it is no file');
    await mkdir(dirname(target), { recursive: true });
    await copyFile(real, target);
  } catch (error) {
    throw unreadable(path, error);
  }
}
