import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Where Linux has a file system in memory, open to all. */
export const memory = '/dev/shm';

/** Its magic number: linux/magic.h. */
const tmpfs = 0x0102_1994;

const MiB = 1024 * 1024;
/** Bytes of one folder at most, and what must be left for others; a container often has 64 MiB in all. */
const largest = 32 * MiB;
const reserve = 32 * MiB;

/** systemd-logind removes what others have there when they log out (RemoveIPC, logind.conf(5)). */
const lastSystemUser = 999;

/**
 * Where to make a folder for many small files: in memory, unless the environment names a place. On ext4 each file that is
 * made looks past those that were removed within a minute, which the next run's then are: up to a millisecond a file.
 * @param bytes of all its files
 */
export async function temporaryPlace(bytes: number): Promise<string> {
  if (!mayUseMemory() || bytes > largest) return tmpdir();
  try {
    await access(memory, constants.R_OK | constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = await statfs(memory);
    return type === tmpfs && bavail * bsize >= reserve + 4 * bytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Whether folders of ours may be in memory. */
export function mayUseMemory(): boolean {
  const { TMPDIR, TMP, TEMP } = process.env;
  if (process.platform !== 'linux' || [TMPDIR, TMP, TEMP].some((place) => place !== undefined)) return false;
  const user = process.getuid?.();
  return user !== undefined && user <= lastSystemUser;
}
