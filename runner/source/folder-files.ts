import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { nothingAbsent, type ProjectFiles } from '../../kernel/project-files.ts';

/**
 * The regular files of a folder with a complete copy of a project, listed once. Links are neither listed nor followed, and a
 * path that was not listed does not exist: nothing outside of the folder can be read.
 */
export async function folderFiles(folder: string): Promise<ProjectFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const listed = new Set(paths);

  const bytes = async (path: string): Promise<Uint8Array> => {
    if (!listed.has(path)) throw Object.assign(new Error(`File ${path} does not exist`), { code: 'ENOENT' });
    await using file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return file.readFile();
  };
  return {
    list: () => paths,
    listAbove: () => [],
    exists: (path) => listed.has(path),
    mayHave: (path) => listed.has(path),
    absent: () => nothingAbsent,
    bytes,
    read: async (path) => new TextDecoder().decode(await bytes(path)),
  };
}
