import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or lies below it; both absolute, and real (with no links in them) to be worth something. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
