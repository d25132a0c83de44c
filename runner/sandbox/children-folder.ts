import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

/**
 * Creates a temporary folder that sandboxed processes can read, also as other users.
 * @param parent the default one when absent
 */
export async function makeChildrenFolder(parent?: string): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder({ prefix: 'service-sandbox', parent: parent ?? defaultParent() });
  if (startedAsRoot()) await chmod(folder.path, 0o755);
  return folder;
}

/** Creates a folder and removes it after `use`. */
export async function withChildrenFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeChildrenFolder();
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}

function defaultParent(): string {
  const folder = tmpdir();
  if (!startedAsRoot()) return folder;
  return reachableByAll(folder) && readableByAll(folder) ? folder : '/tmp';
}
