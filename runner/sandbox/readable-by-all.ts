import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Synchronous, because each call takes microseconds, for a hundred folders before every program.

const readable = 0o004;
const traversable = 0o001;

/** Whether all users can traverse every folder above a path. */
export function reachableByAll(path: string): boolean {
  const parent = dirname(path);
  if (parent === path) return true;
  return (statSync(parent).mode & traversable) !== 0 && reachableByAll(parent);
}

/** Whether all users can read a file, or list a folder, if they can reach it. */
export function readableByAll(path: string): boolean {
  const entry = statSync(path);
  const wanted = entry.isDirectory() ? readable | traversable : readable;
  return (entry.mode & wanted) === wanted;
}

/** Whether all users can read everything in a folder, if they can reach it. Links are not followed. */
export function treeReadableByAll(folder: string): boolean {
  if (!readableByAll(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return treeReadableByAll(path);
    return entry.isSymbolicLink() || readableByAll(path);
  });
}
