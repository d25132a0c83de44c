import { lchown, lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThisProcess, lockName, ownerOfLock } from './folder-owner.ts';
import { isSlot } from './sandbox/user-slots.ts';
import { canUseSharedMemory, sharedMemory } from './temporary-parent.ts';

/** Owners per call. */
const maxOwners = 200;
/** Milliseconds; what is left is removed by a later call. */
const timeLimit = 10_000;

/** An owner that is no longer alive: this process has acquired its lock. */
interface DeadOwner {
  name: string;
  lock: { release(): void };
  /** Absolute. */
  folders: string[];
}

/**
 * Removes temporary folders of processes that were killed. Keeps folders of live processes, of other users, and those
 * that `makeTemporaryFolder` did not create. Follows no links. Ignores folders that cannot be removed.
 * @param parents the folders to search
 * @returns the number of removed folders
 */
export async function removeStaleFolders(parents: readonly string[] = allParents()): Promise<number> {
  const deadline = Date.now() + timeLimit;
  let removed = 0;
  for (const parent of new Set(parents)) {
    for (const { name, lock, folders } of await findDead(parent)) {
      try {
        for (const folder of folders) {
          if (Date.now() > deadline) throw new Error('time limit reached');
          if (await removeFolder(folder)) removed += 1;
        }
        await rm(join(parent, lockName(name)), { force: true });
      } catch {
        // The lock file stays for a later call; `service admin doctor` reports the folders.
      } finally {
        lock.release();
      }
    }
  }
  return removed;
}

/** Counts the temporary folders of killed processes. */
export async function countStaleFolders(parents: readonly string[] = allParents()): Promise<number> {
  let count = 0;
  for (const parent of new Set(parents)) {
    for (const { lock, folders } of await findDead(parent)) {
      count += folders.length;
      lock.release();
    }
  }
  return count;
}

function allParents(): string[] {
  return canUseSharedMemory() ? [...temporaryParents(), sharedMemory] : temporaryParents();
}

/** The folders on disk in which temporary folders are created; `makeChildrenFolder` may use /tmp as root. */
export function temporaryParents(): string[] {
  return process.getuid?.() === 0 ? [tmpdir(), '/tmp'] : [tmpdir()];
}

async function findDead(parent: string): Promise<DeadOwner[]> {
  const owners = (await entriesOf(parent)).map(ownerOfLock).filter((name) => name !== undefined);
  const others = owners.filter((name) => !isThisProcess(parent, name)).slice(0, maxOwners);
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
      // Not a lock file of ours.
    }
  }
  // Listed after the locks were acquired: dead processes create no more folders.
  const entries = dead.length > 0 ? await entriesOf(parent) : [];
  return dead.map(({ name, lock }) => {
    const folders = entries
      .filter((entry) => entry.startsWith('service') && /^[0-9a-f]{8}$/.test(entry.split(`-${name}-`)[1] ?? ''))
      .map((entry) => join(parent, entry));
    return { name, lock, folders };
  });
}

const entriesOf = (folder: string) => readdir(folder).catch(() => []);

/** Removes a folder; returns false if it is not ours. */
async function removeFolder(path: string): Promise<boolean> {
  const { uid } = await lstat(path);
  // A folder that a sandboxed process could write to belongs to its user. Takes it over, so that nobody else can enter.
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
