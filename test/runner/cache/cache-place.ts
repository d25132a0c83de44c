import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The path of a folder for entries that is not there yet, in a folder that goes after the test. */
export async function cachePlace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-cache-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'service', 'results');
}
