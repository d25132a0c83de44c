import {
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readlink,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { readableByAll } from './readable-by-all.ts';

export interface Composition {
  /** Contents by path relative to the project, with `/`. */
  overlay: Readonly<Record<string, string>>;
  /** Make everything readable by every user, whatever the project's modes and our umask say. */
  byOthers: boolean;
}

/**
 * Fills a folder with a project and with files laid over it. The project's files are hard links where that is possible,
 * else copies; they must not be written to. Links that leave the project are left out.
 * @param folder an existing, empty folder
 * @throws {Error} for a path that leaves the project, or that is a file and a folder at once
 */
export async function composeProject(
  folder: string,
  project: string,
  { overlay, byOthers }: Composition,
): Promise<void> {
  // The overlay goes first, into new files: writing later could write through a hard link into the project.
  for (const [path, content] of Object.entries(overlay)) {
    const target = within(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
    if (byOthers) await chmod(target, 0o644);
  }
  const root = await realpath(project);
  await addFolder(folder, project, { root, byOthers });
  if (byOthers) await openFolders(folder);
}

function within(folder: string, path: string): string {
  const normal = normalize(path);
  const leaves = normal === '.' || normal === '..' || normal.startsWith(`..${sep}`) || isAbsolute(normal);
  if (leaves || path.includes('\0')) throw new Error(`The overlay's path "${path}" is none inside the project`);
  return join(folder, normal);
}

async function addFolder(to: string, from: string, options: { root: string; byOthers: boolean }): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      if (entry.isDirectory()) return addFolder(target, source, options);
      if (entry.isFile()) return unlessThere(() => shareFile(source, target, options));
      if (!entry.isSymbolicLink() || !(await staysInside(source, options.root))) return;
      const text = await readlink(source);
      return unlessThere(() => symlink(text, target));
    }),
  );
}

/** Puts a file under a second path: the same file where that is possible, else a copy. */
export async function shareFile(source: string, target: string, { byOthers }: { byOthers: boolean }): Promise<void> {
  if (!byOthers || (await readableByAll(source))) {
    try {
      return await link(source, target);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error;
      // Another file system, or one without hard links.
    }
  }
  await copyFile(source, target, constants.COPYFILE_EXCL);
  if (byOthers) await chmod(target, (await stat(source)).mode | 0o444);
}

/** Every folder is ours: made here. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
  }
}

/** What the overlay has already wins. */
async function unlessThere(make: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function staysInside(path: string, root: string): Promise<boolean> {
  if (isAbsolute(await readlink(path))) return false;
  try {
    return (await realpath(path)).startsWith(root + sep);
  } catch {
    return false;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
