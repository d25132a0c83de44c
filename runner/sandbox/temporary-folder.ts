import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dir, setGracefulCleanup } from 'tmp-promise';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

// What is left when this process ends of itself is removed then.
setGracefulCleanup();

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A new folder for children. Where they are other users than we are, they get to it and may read it. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const { path, cleanup } = await dir({ prefix: 'service-sandbox', tmpdir: await parentFolder(), unsafeCleanup: true });
  if (startedAsRoot()) await chmod(path, 0o755);
  return { path, remove: cleanup };
}

/** A temporary folder that is gone when `use` has ended. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}

async function parentFolder(): Promise<string> {
  const usual = tmpdir();
  if (!startedAsRoot()) return usual;
  const open = (await reachableByAll(usual)) && (await readableByAll(usual));
  return open ? usual : '/tmp';
}
