import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never ends below `/proc`, where a folder
 * that is there says that it is not as soon as one is to be made in it.
 * @param path absolute
 * @throws {Error} of the file system
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
