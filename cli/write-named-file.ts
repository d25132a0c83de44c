import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { replaceFile } from '../runner/replace-file.ts';
import { isInside } from '../runner/source/inside.ts';
import { unwritable } from '../runner/source/readable-file.ts';
import { faultOfKind } from '../runner/source/regular-file.ts';
import { repositoryRoot } from '../runner/source/repository.ts';

/**
 * Writes a file given by the user, and creates its folders. Projects, their repositories and the current folder are untrusted:
 * symbolic links in them are not followed, and the file is replaced atomically.
 * @param projects project folders besides the current folder
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeNamedFile(path: string, text: string, projects: readonly string[] = []): Promise<void> {
  try {
    const untrusted = ['.', ...projects].map((folder) => realpathSync.native(folder));
    const { folder, isUntrusted } = makeParent(
      resolve(path),
      untrusted.map((one) => repositoryRoot(one) ?? one),
    );
    const target = join(folder, parse(resolve(path)).base);
    if (isUntrusted) await replace(target, text);
    else await writeFile(target, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Creates the folder of a file; returns its real path and whether it is untrusted. */
function makeParent(path: string, untrusted: readonly string[]): { folder: string; isUntrusted: boolean } {
  const { root, dir } = parse(path);
  // The root folder cannot be a project.
  const isUntrusted = (real: string) => untrusted.some((one) => one !== root && isInside(one, real));
  let folder = root;
  for (const name of dir
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '')) {
    const next = join(folder, name);
    if (!isUntrusted(folder)) {
      makeFolder(next);
      folder = realpathSync.native(next);
      continue;
    }
    const stats = statOf(next);
    if (stats?.isSymbolicLink()) throw new Error(`${name} is a symbolic link, which is not followed inside a project`);
    if (!stats) mkdirSync(next);
    else if (!stats.isDirectory()) throw new Error(`${name} is not a folder`);
    folder = next;
  }
  return { folder, isUntrusted: isUntrusted(folder) };
}

async function replace(path: string, text: string): Promise<void> {
  const stats = statOf(path);
  if (stats?.isSymbolicLink()) throw new Error('it is a symbolic link, which is not followed inside a project');
  const fault = stats && faultOfKind(stats);
  if (fault !== undefined) throw new Error(fault);
  await replaceFile(path, text);
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
