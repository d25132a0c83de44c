import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Bytes that must be free there: tests fill folders, and several of them at once. */
const room = 4 * 1024 ** 3;

/**
 * Before the first test: temporary folders are made in memory, where the machine offers that. On a disk it takes ext4 a
 * quarter of the tests' processor time to make files where others have just been removed.
 */
export default async function useMemory(): Promise<(() => Promise<void>) | undefined> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < room) return undefined;
  const folder = await mkdtemp(join(memory, 'service-tests-'));
  // Children may be other users.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
