import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

/**
 * A new temporary folder for children. Where they are other users than we are, they get to it and may read it.
 * @param place for it; the usual one when absent
 */
export async function makeChildrenFolder(place?: string): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder({ prefix: 'service-sandbox', parent: place ?? parentFolder() });
  if (startedAsRoot()) await chmod(folder.path, 0o755);
  return folder;
}

/** One that is gone when `use` has ended. */
export async function withChildrenFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeChildrenFolder();
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}

function parentFolder(): string {
  const usual = tmpdir();
  if (!startedAsRoot()) return usual;
  const open = reachableByAll(usual) && readableByAll(usual);
  return open ? usual : '/tmp';
}
