import { rmSync } from 'node:fs';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Bytes that must be free there: tests fill folders, and several of them at once. */
const room = 4 * 1024 ** 3;

/**
 * Before the first test: temporary folders are made in memory, where the machine offers that. On a disk it takes ext4 a
 * quarter of the tests' processor time to make files where others have just been removed.
 */
export default async function useMemory(): Promise<void> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < room) return;
  const folder = await mkdtemp(join(memory, 'service-tests-'));
  // Not only when the tests have ended: Ctrl-C leaves no time for more.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Children may be other users.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
}
