import { copyFile, link, mkdir, readdir, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';

/**
 * Makes a folder that shows a project with files laid over it. The project's files are hard links where the file
 * system allows it, else copies; they must not be written to. Links that leave the project are left out.
 * @param folder an existing, empty folder
 * @param overlay contents by path relative to the project, with `/`
 * @throws {Error} for a path that leaves the project, or that is a file and a folder at once
 */
export async function composeProject(
  folder: string,
  project: string,
  overlay: Readonly<Record<string, string>>,
): Promise<void> {
  // The overlay goes first, into new files: writing later could write through a hard link into the project.
  for (const [path, content] of Object.entries(overlay)) {
    const target = within(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
  await addFolder(folder, project, await realpath(project));
}

function within(folder: string, path: string): string {
  const normal = normalize(path);
  const leaves = normal === '.' || normal === '..' || normal.startsWith(`..${sep}`) || isAbsolute(normal);
  if (leaves || path.includes('\0')) throw new Error(`The overlay's path "${path}" is none inside the project`);
  return join(folder, normal);
}

async function addFolder(to: string, from: string, root: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await addFolder(target, source, root);
    else if (entry.isFile()) await unlessThere(() => linkOrCopy(source, target));
    else if (entry.isSymbolicLink() && (await staysInside(source, root))) {
      const text = await readlink(source);
      await unlessThere(() => symlink(text, target));
    }
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Another file system, or one without hard links.
    await copyFile(source, target);
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
