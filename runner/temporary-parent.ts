import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** A file system in memory, writable for all users, on Linux. */
export const sharedMemory = '/dev/shm';

/** Magic number of the file system: linux/magic.h. */
const tmpfs = 0x0102_1994;

const MiB = 1024 * 1024;
/** Bytes of one folder, and bytes to leave free; a container often has 64 MiB in all. */
const maxBytes = 32 * MiB;
const minFree = 32 * MiB;

/** systemd-logind removes the files of other users when they log out (RemoveIPC, logind.conf(5)). */
const maxSystemUser = 999;

/**
 * The parent for a temporary folder with many small files: in memory, unless the environment names a folder. On ext4,
 * creating files where many were deleted within the last minute takes up to a millisecond each.
 * @param bytes total size of the files
 */
export async function temporaryParent(bytes: number): Promise<string> {
  if (!canUseSharedMemory() || bytes > maxBytes) return tmpdir();
  try {
    await access(sharedMemory, constants.R_OK | constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = await statfs(sharedMemory);
    return type === tmpfs && bavail * bsize >= minFree + 4 * bytes ? sharedMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Whether temporary folders may be in memory. */
export function canUseSharedMemory(): boolean {
  const { TMPDIR, TMP, TEMP } = process.env;
  if (process.platform !== 'linux' || [TMPDIR, TMP, TEMP].some((folder) => folder !== undefined)) return false;
  const user = process.getuid?.();
  return user !== undefined && user <= maxSystemUser;
}
