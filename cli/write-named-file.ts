import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { makeFolder } from '../runner/make-folder.ts';
import { isInside } from '../runner/source/inside.ts';
import { unwritable } from '../runner/source/readable-file.ts';
import { faultOfKind } from '../runner/source/regular-file.ts';
import { repositoryRoot } from '../runner/source/repository.ts';

/**
 * Writes a file that the user names, with the folders on its way. What lies in a project, its repository or the current
 * folder may be anyone's: no link in there is followed, and the file is put in place whole. Elsewhere links are the user's own.
 * @param projects folders of projects, besides the current one
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeNamedFile(path: string, text: string, projects: readonly string[] = []): Promise<void> {
  try {
    const foreign = ['.', ...projects].map((folder) => realpathSync.native(folder));
    const { folder, isForeign } = makeWay(
      resolve(path),
      foreign.map((one) => repositoryRoot(one) ?? one),
    );
    const target = join(folder, parse(resolve(path)).base);
    if (isForeign) await replace(target, text);
    else await writeFile(target, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The real folder of a file, made where it is missing, and whether it lies in one of those where no link is followed. */
function makeWay(path: string, foreign: readonly string[]): { folder: string; isForeign: boolean } {
  const { root, dir } = parse(path);
  // The root is no project's.
  const isForeign = (real: string) => foreign.some((one) => one !== root && isInside(one, real));
  let folder = root;
  for (const name of dir
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '')) {
    const next = join(folder, name);
    if (!isForeign(folder)) {
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
  return { folder, isForeign: isForeign(folder) };
}

async function replace(path: string, text: string): Promise<void> {
  const stats = statOf(path);
  if (stats?.isSymbolicLink()) throw new Error('it is a symbolic link, which is not followed inside a project');
  const fault = stats && faultOfKind(stats);
  if (fault !== undefined) throw new Error(fault);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await using file = await open(draft, 'wx');
    await file.writeFile(text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
