import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder, for as long as the caller wants it. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'service-cloud-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
