import { lchown, lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOurs, lockName, ownerOfLock } from './folder-owner.ts';
import { isSlot } from './sandbox/user-slots.ts';
import { mayUseMemory, memory } from './temporary-place.ts';

/** Owners looked at in one go, and milliseconds after which the rest is left for another time. */
const most = 200;
const patience = 10_000;

/** An owner of folders that does not live any more; we have its lock. */
interface DeadOwner {
  name: string;
  lock: { release(): void };
  /** Absolute. */
  folders: string[];
}

/**
 * Removes temporary folders of processes that were killed. Whose lock is held lives, and is left alone, as is
 * everything that belongs to another user or was not made by `makeTemporaryFolder`. No link is followed. What can't be
 * removed stays, without an error.
 * @param parents where to look: the places that such folders are made in
 * @returns how many folders were removed
 */
export async function removeAbandoned(parents: readonly string[] = allPlaces()): Promise<number> {
  const deadline = Date.now() + patience;
  let removed = 0;
  for (const parent of new Set(parents)) {
    for (const { name, lock, folders } of await findDead(parent)) {
      try {
        for (const folder of folders) {
          if (Date.now() > deadline) throw new Error('it takes too long');
          if (await removeFolder(folder)) removed += 1;
        }
        await rm(join(parent, lockName(name)), { force: true });
      } catch {
        // The lock stays beside what is left, for another try; `service admin doctor` tells of it.
      } finally {
        lock.release();
      }
    }
  }
  return removed;
}

/** How many temporary folders of killed processes there are. */
export async function countAbandoned(parents: readonly string[] = allPlaces()): Promise<number> {
  let count = 0;
  for (const parent of new Set(parents)) {
    for (const { lock, folders } of await findDead(parent)) {
      count += folders.length;
      lock.release();
    }
  }
  return count;
}

function allPlaces(): string[] {
  return mayUseMemory() ? [...temporaryPlaces(), memory] : temporaryPlaces();
}

/** Where on the disk temporary folders are made; see `makeChildrenFolder` for the second place. */
export function temporaryPlaces(): string[] {
  return process.getuid?.() === 0 ? [tmpdir(), '/tmp'] : [tmpdir()];
}

async function findDead(parent: string): Promise<DeadOwner[]> {
  const owners = (await entriesOf(parent)).map(ownerOfLock).filter((name) => name !== undefined);
  const others = owners.filter((name) => !isOurs(parent, name)).slice(0, most);
  if (others.length === 0) return [];
  const { lockFile } = await import('./file-lock.ts');
  const dead: Omit<DeadOwner, 'folders'>[] = [];
  for (const name of others) {
    const path = join(parent, lockName(name));
    const entry = await lstat(path).catch(() => undefined);
    if (!entry?.isFile() || !isMine(entry.uid)) continue;
    try {
      const lock = lockFile(path);
      if (lock) dead.push({ name, lock });
    } catch {
      // Not a file that a lock was ever on: not ours.
    }
  }
  // Read after the locks were taken: the dead make no more of them.
  const entries = dead.length > 0 ? await entriesOf(parent) : [];
  return dead.map(({ name, lock }) => {
    const folders = entries.filter((entry) => isFolderOf(name, entry)).map((entry) => join(parent, entry));
    return { name, lock, folders };
  });
}

const entriesOf = (folder: string) => readdir(folder).catch(() => []);

function isFolderOf(owner: string, entry: string): boolean {
  return entry.startsWith('service') && /^[0-9a-f]{8}$/.test(entry.split(`-${owner}-`)[1] ?? '');
}

/** Whether this was a folder of ours, and is gone now. */
async function removeFolder(path: string): Promise<boolean> {
  const { uid } = await lstat(path);
  // A folder that a child could write to belongs to its user. From now on nobody but us gets into it.
  if (!isMine(uid)) {
    if (!isMine(0) || !isSlot(uid)) return false;
    await lchown(path, 0, 0);
  }
  if (!(await lstat(path)).isDirectory()) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

function isMine(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
