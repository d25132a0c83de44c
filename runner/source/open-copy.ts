import { chmodSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OtherWork } from '../other-work.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { temporaryPlace } from '../temporary-place.ts';
import { folderFiles } from './folder-files.ts';
import type { OpenProject } from './source.ts';

/** Where `openCopy` wants what. */
export interface EmptyCopy {
  /** An empty folder for the project's files. */
  folder: string;
  /** A folder for what must not be among them; it goes when the project is closed. */
  scratch: string;
  /**
   * Puts each item there, several at a time. It returns, or throws the first error, only when none is being worked on
   * any more, so that the copy may be removed.
   */
  each<T>(items: readonly T[], put: (item: T) => Promise<void>): Promise<void>;
}

/**
 * Opens a project in a temporary folder of its own, which is removed again when filling it fails or is aborted.
 * @param bytes of all its files, where that is known
 */
export async function openCopy(
  signal: AbortSignal,
  fill: (copy: EmptyCopy) => Promise<void>,
  bytes = Number.POSITIVE_INFINITY,
): Promise<OpenProject> {
  signal.throwIfAborted();
  const temporary = await makeTemporaryFolder({ prefix: 'service', parent: await temporaryPlace(bytes) });
  try {
    // Children of a root process run as another user, who must be able to enter.
    if (process.geteuid?.() === 0) await chmod(temporary.path, 0o755);
    const folder = join(temporary.path, 'project');
    await mkdir(folder);
    await fill({ folder, scratch: temporary.path, each: (items, put) => settleEach(items, put, signal) });
    signal.throwIfAborted();
    await setModes(folder);
    return { folder, files: await folderFiles(folder), close: temporary.remove };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}

/** Whatever the modes were and whatever the umask is: everybody may read, nobody may execute, no set-uid bits. */
async function setModes(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  chmodSync(folder, 0o755);
  const otherWork = new OtherWork();
  for (const entry of entries) {
    await otherWork.mayGoFirst();
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

async function settleEach<T>(items: readonly T[], put: (item: T) => Promise<void>, signal: AbortSignal): Promise<void> {
  const outcomes = await Promise.allSettled(
    items.map(async (item) => {
      signal.throwIfAborted();
      await put(item);
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
