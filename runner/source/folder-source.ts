import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { joinInside } from './inside.ts';
import type { EmptyCopy } from './open-copy.ts';
import { realFolder, unreadable } from './readable-file.ts';
import { openRegularFile } from './regular-file.ts';
import { sentFiles, wholeFiles } from './sent-files.ts';
import { boundaryOf, type Snapshot, storedIn, takeSnapshot } from './snapshot.ts';
import type { Source } from './source.ts';
import { notePath, storedPath } from './stored-path.ts';

interface ProjectOnDisk {
  folder: string;
  /** Paths relative to the folder, with `/`: those of `collectProject`, or all. */
  files: readonly string[];
  /** Set if the project may have other files: checks then see the project as an upload to the cloud. */
  sent?: { note: string | undefined };
  /** Texts of files instead of what is on disk, by path. */
  replaced?: Readonly<Record<string, string>> | undefined;
}

/**
 * A project on disk. Opening or reading it fails with UNREADABLE_PATH if a file has been deleted or become unreadable since
 * it was collected. Once it has been read, `open` returns the same contents.
 */
export function folderSource({ folder, files, sent, replaced: texts = {} }: ProjectOnDisk): Source {
  const replaced = new Map(Object.entries(texts));
  const view = sent ? sentFiles : wholeFiles;
  let snapshot: Snapshot | undefined;
  const filesOf = (taken: Snapshot) => view(storedIn(taken), taken.get(notePath));
  return {
    mode: 'project',
    name: basename(resolve(folder)),
    read: async () => {
      snapshot = takeSnapshot(folder, files, { note: sent?.note, replaced });
      return snapshot && filesOf(snapshot);
    },
    open: async ({ signal }) => {
      const { openCopy, openSnapshot } = await import('./open-copy.ts');
      if (snapshot) return openSnapshot(signal, snapshot, filesOf(snapshot));
      return openCopy(signal, (copy) => copyAll(copy, { folder, files, ...(sent && { sent }) }, replaced), view);
    },
  };
}

async function copyAll(
  copy: EmptyCopy,
  { folder, files, sent }: ProjectOnDisk,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const root = realFolder(folder);
  await copy.each(files, (path) => copyInto(copy, root, path, replaced.get(path)));
  if (sent?.note === undefined) return;
  const note = join(copy.folder, notePath);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, sent.note);
}

async function copyInto(copy: EmptyCopy, root: string, path: string, text: string | undefined): Promise<void> {
  try {
    const target = joinInside(copy.folder, storedPath(path));
    await mkdir(dirname(target), { recursive: true });
    if (text !== undefined) return await writeFile(target, text);
    const { descriptor } = openRegularFile(join(root, path), boundaryOf(root, path));
    await pipeline(createReadStream('', { fd: descriptor }), createWriteStream(target));
  } catch (error) {
    throw unreadable(path, error);
  }
}
