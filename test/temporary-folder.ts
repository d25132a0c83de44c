import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
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
  // In lower case: some of n8n's rules let a whole path off for words such as "Aws" and "S3" in it.
  const folder = join(memory, `service-tests-${randomUUID().slice(0, 8)}`);
  // Children may be other users.
  await mkdir(folder, { mode: 0o755 });
  // Not only when the tests have ended: Ctrl-C leaves no time for more.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env['TMPDIR'] = folder;
}
