import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Who makes temporary folders, as long as it has any: a lock beside them tells other processes that it lives. The
 * owner's name is in the names of its folders.
 */
export interface FolderOwner {
  name: string;
  /** For a folder that is gone. The lock goes with the last one. */
  leave(): void;
}

interface HeldLock {
  name: string;
  folders: number;
  release(): void;
}

/** Of this process, by the folder that they are in. */
const held = new Map<string, HeldLock>();

/** Takes part in the lock of this process beside its temporary folders in `parent`. */
export async function joinOwner(parent: string): Promise<FolderOwner> {
  const { lockFile } = await import('./file-lock.ts');
  const lock = held.get(parent) ?? takeLock(parent, lockFile);
  lock.folders += 1;
  return {
    name: lock.name,
    leave() {
      lock.folders -= 1;
      if (lock.folders === 0) lock.release();
    },
  };
}

/** Whether this process itself is that owner. */
export function isOurs(parent: string, name: string): boolean {
  return held.get(parent)?.name === name;
}

export const lockName = (owner: string) => `service-${owner}.lock`;

const lockPattern = /^service-(\d+-[0-9a-f-]{36})\.lock$/;

/** The owner that a file is the lock of. */
export function ownerOfLock(file: string): string | undefined {
  return lockPattern.exec(file)?.[1];
}

function takeLock(parent: string, lockFile: typeof import('./file-lock.ts').lockFile): HeldLock {
  const name = `${process.pid}-${randomUUID()}`;
  const path = join(parent, lockName(name));
  // Made for us alone: who could open it could hold it, and keep the folders from being removed.
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  const file = lockFile(path);
  const lock: HeldLock = {
    name,
    folders: 0,
    release() {
      process.off('exit', lock.release);
      held.delete(parent);
      file?.release();
      rmSync(path, { force: true });
    },
  };
  process.on('exit', lock.release);
  held.set(parent, lock);
  return lock;
}
