import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The owner of temporary folders: this process, while it has any in a parent folder. A locked file next to them shows
 * other processes that the owner is alive. The names of the folders contain the name of their owner.
 */
interface FolderOwner {
  name: string;
  /** To be called when a folder has been removed. The last call removes the lock. */
  release(): void;
}

interface OwnerLock {
  name: string;
  folders: number;
  release(): void;
}

/** The locks of this process, by parent folder. */
const locks = new Map<string, OwnerLock>();

/** Registers a new temporary folder in `parent`. */
export async function acquireOwner(parent: string): Promise<FolderOwner> {
  const { lockFile } = await import('./file-lock.ts');
  const lock = locks.get(parent) ?? createLock(parent, lockFile);
  lock.folders += 1;
  return {
    name: lock.name,
    release() {
      lock.folders -= 1;
      if (lock.folders === 0) lock.release();
    },
  };
}

/** Whether an owner is this process. */
export function isThisProcess(parent: string, name: string): boolean {
  return locks.get(parent)?.name === name;
}

export const lockName = (owner: string) => `service-${owner}.lock`;

const lockPattern = /^service-(\d+-[0-9a-f-]{36})\.lock$/;

/** The owner whose lock a file is; undefined for other files. */
export function ownerOfLock(file: string): string | undefined {
  return lockPattern.exec(file)?.[1];
}

function createLock(parent: string, lockFile: typeof import('./file-lock.ts').lockFile): OwnerLock {
  const name = `${process.pid}-${randomUUID()}`;
  const path = join(parent, lockName(name));
  // Private: another user who could open it could lock it and prevent the removal of the folders.
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  const file = lockFile(path);
  const lock: OwnerLock = {
    name,
    folders: 0,
    release() {
      process.off('exit', lock.release);
      locks.delete(parent);
      file?.release();
      rmSync(path, { force: true });
    },
  };
  process.on('exit', lock.release);
  locks.set(parent, lock);
  return lock;
}
