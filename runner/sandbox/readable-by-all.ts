import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Calls that don't wait: each takes microseconds, and is made for a hundred folders before every child.

const readable = 0o004;
const traversable = 0o001;

/** Whether every folder above a path may be passed by any user. */
export function reachableByAll(path: string): boolean {
  const parent = dirname(path);
  if (parent === path) return true;
  return (statSync(parent).mode & traversable) !== 0 && reachableByAll(parent);
}

/** Whether any user who gets to this file or folder may read it; what is inside a folder is another question. */
export function readableByAll(path: string): boolean {
  const entry = statSync(path);
  const wanted = entry.isDirectory() ? readable | traversable : readable;
  return (entry.mode & wanted) === wanted;
}

/** Whether any user who gets to this folder may read everything in it. Links are not followed. */
export function treeReadableByAll(folder: string): boolean {
  if (!readableByAll(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return treeReadableByAll(path);
    return entry.isSymbolicLink() || readableByAll(path);
  });
}
