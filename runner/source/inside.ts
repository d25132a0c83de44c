import { isAbsolute, join, relative, sep } from 'node:path';
import { unreadable } from './readable-file.ts';

/** Whether a path is a folder or below it. Both must be absolute and without links. */
export function isInside(folder: string, path: string): boolean {
  const route = relative(folder, path);
  return route !== '..' && !route.startsWith(`..${sep}`) && !isAbsolute(route);
}

/**
 * Joins a folder and a path.
 * @throws {ServiceError} UNREADABLE_PATH if the result is outside of the folder
 */
export function joinInside(folder: string, path: string): string {
  const target = join(folder, path);
  if (!isInside(folder, target)) throw unreadable(path, new Error('it leads out of the project'));
  return target;
}
