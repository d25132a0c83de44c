import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const readable = 0o004;
const traversable = 0o001;

/** Whether every folder above a path may be passed by any user. */
export async function reachableByAll(path: string): Promise<boolean> {
  const parent = dirname(path);
  if (parent === path) return true;
  const { mode } = await stat(parent);
  return (mode & traversable) !== 0 && reachableByAll(parent);
}

/** Whether any user who gets to this file or folder may read it; what is inside a folder is another question. */
export async function readableByAll(path: string): Promise<boolean> {
  const entry = await stat(path);
  const wanted = entry.isDirectory() ? readable | traversable : readable;
  return (entry.mode & wanted) === wanted;
}

/** Whether any user who gets to this folder may read everything in it. Links are not followed. */
export async function treeReadableByAll(folder: string): Promise<boolean> {
  if (!(await readableByAll(folder))) return false;
  const entries = await readdir(folder, { withFileTypes: true });
  const answers = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return treeReadableByAll(path);
      return entry.isSymbolicLink() || readableByAll(path);
    }),
  );
  return answers.every(Boolean);
}
