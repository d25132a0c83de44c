import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { dir, setGracefulCleanup } from 'tmp-promise';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { systemProgram } from './system-programs.ts';
import { startedAsRoot } from './user-slots.ts';

setGracefulCleanup();

/**
 * A new folder for children, gone when `use` has ended. Where children are other users than we are, they get to it and
 * may read it.
 */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** See `withTemporaryFolder`; for whoever calls `removeFolder` later. */
export async function makeTemporaryFolder(): Promise<string> {
  const { path } = await dir({ prefix: 'service-sandbox', tmpdir: await parentFolder(), unsafeCleanup: true });
  if (startedAsRoot()) await chmod(path, 0o755);
  return path;
}

async function parentFolder(): Promise<string> {
  const usual = tmpdir();
  if (!startedAsRoot()) return usual;
  const open = (await reachableByAll(usual)) && (await readableByAll(usual));
  return open ? usual : '/tmp';
}

/** Removes a folder, also what a child made hard to remove: closed folders, or paths longer than a path can be. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const [open, remove] = [systemProgram('chmod'), systemProgram('rm')];
    if (open === undefined || remove === undefined) throw error;
    const bare = { env: {}, extendEnv: false } as const;
    await execa(open, ['-R', 'u+rwX', '--', folder], { ...bare, reject: false });
    await execa(remove, ['-rf', '--', folder], bare);
  }
}
