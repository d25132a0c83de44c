import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import { PeriodicYield } from '../periodic-yield.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { temporaryParent } from '../temporary-parent.ts';
import { folderFiles } from './folder-files.ts';
import { joinInside } from './inside.ts';
import type { StoredFiles } from './sent-files.ts';
import type { Snapshot } from './snapshot.ts';
import type { OpenProject } from './source.ts';
import { notePath } from './stored-path.ts';

export interface EmptyCopy {
  /** An empty folder for the project's files. */
  folder: string;
  /** A folder for other files; removed when the project is closed. */
  scratch: string;
  /**
   * Calls `put` for all items concurrently. Settles only when all calls have settled, so that the copy can be removed; then
   * throws the first error.
   */
  each<T>(items: readonly T[], put: (item: T) => Promise<void>): Promise<void>;
}

/** Converts stored files to those of a project. */
type FilesView = (stored: StoredFiles, note: Uint8Array | undefined) => ProjectFiles;

/**
 * Opens a project in a temporary folder, which is removed if filling it fails or is aborted.
 * @param fill writes the files, with any modes
 * @param view converts the stored files; by default they are the files of the project
 */
export function openCopy(
  signal: AbortSignal,
  fill: (copy: EmptyCopy) => Promise<void>,
  view?: FilesView,
): Promise<OpenProject> {
  return openFolder(signal, Number.POSITIVE_INFINITY, async (copy) => {
    await fill(copy);
    signal.throwIfAborted();
    await setModes(copy.folder);
    const stored = await folderFiles(copy.folder);
    if (!view) return stored;
    return view(stored, stored.exists(notePath) ? await stored.bytes(notePath) : undefined);
  });
}

/**
 * Opens a project that is in memory. Synchronous, because threads that create files in the same folder block each other.
 * @param files the project, reading from the snapshot
 */
export function openSnapshot(signal: AbortSignal, snapshot: Snapshot, files: ProjectFiles): Promise<OpenProject> {
  const bytes = [...snapshot.values()].reduce((sum, { length }) => sum + length, 0);
  return openFolder(signal, bytes, async ({ folder }) => {
    const folders = new Set([folder]);
    const yielding = new PeriodicYield();
    for (const [path, content] of snapshot) {
      const target = joinInside(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      for (let above = dirname(target); !folders.has(above); above = dirname(above)) folders.add(above);
      const file = openSync(target, 'wx');
      try {
        writeFileSync(file, content);
        fchmodSync(file, 0o644);
      } finally {
        closeSync(file);
      }
      await yielding.tick();
      signal.throwIfAborted();
    }
    for (const made of folders) chmodSync(made, 0o755);
    return files;
  });
}

/**
 * @param bytes total size of the files
 * @param fill writes the files, readable for all and not executable
 */
async function openFolder(
  signal: AbortSignal,
  bytes: number,
  fill: (copy: EmptyCopy) => Promise<ProjectFiles>,
): Promise<OpenProject> {
  signal.throwIfAborted();
  const temporary = await makeTemporaryFolder({ prefix: 'service', parent: await temporaryParent(bytes) });
  try {
    // As root, sandboxed processes run as other users, who must be able to enter.
    if (process.geteuid?.() === 0) await chmod(temporary.path, 0o755);
    const folder = join(temporary.path, 'project');
    await mkdir(folder);
    const each: EmptyCopy['each'] = (items, put) => settleEach(items, put, signal);
    const files = await fill({ folder, scratch: temporary.path, each });
    signal.throwIfAborted();
    return { folder, files, close: temporary.remove };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}

/** Makes everything readable for all users and not executable, and clears set-uid bits. */
async function setModes(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  chmodSync(folder, 0o755);
  const yielding = new PeriodicYield();
  for (const entry of entries) {
    await yielding.tick();
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
