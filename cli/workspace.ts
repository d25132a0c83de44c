import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceError } from '../kernel/errors.ts';
import { isInside } from '../runner/source/inside.ts';
import { unreadable } from '../runner/source/readable-file.ts';

/** Returns the path of a `file:` URI; undefined for another, such as a file that is not saved. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/**
 * Returns the absolute path of a folder or file that a client of a protocol named, without symbolic links. Of a path outside
 * of the workspace it does not tell whether it exists.
 * @param path absolute, or relative to the first folder
 * @param workspace absolute folders that the client may name paths in; at least one
 * @throws {ServiceError} OUTSIDE_WORKSPACE; UNREADABLE_PATH if it does not exist
 */
export function pathInWorkspace(path: string, workspace: readonly string[]): string {
  const outside = () => serviceError('OUTSIDE_WORKSPACE', { path, folders: workspace.join(', ') });
  const named = resolve(workspace[0] ?? '.', path);
  let real: string;
  try {
    real = realpathSync.native(named);
  } catch (error) {
    throw isInOneOf(workspace, named) ? unreadable(path, error) : outside();
  }
  if (!isInOneOf(workspace.flatMap(realFolderOrNone), real)) throw outside();
  return real;
}

function isInOneOf(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isInside(folder, path));
}

/** A folder of the workspace may be gone. */
function realFolderOrNone(folder: string): string[] {
  try {
    return [realpathSync.native(folder)];
  } catch {
    return [];
  }
}
