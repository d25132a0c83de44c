import { isAbsolute, join, relative, sep } from 'node:path';
import { unreadable } from './readable-file.ts';

/** Whether a path is a folder or lies below it; both absolute, and real (with no links in them) to be worth something. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Where a file of a project goes in a folder.
 * @throws {ServiceError} UNREADABLE_PATH when that is outside it
 */
export function placeInside(folder: string, path: string): string {
  const target = join(folder, path);
  if (!isInside(folder, target)) throw unreadable(path, new Error('it leads out of the project'));
  return target;
}
