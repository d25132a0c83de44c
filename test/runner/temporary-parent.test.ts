import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canUseSharedMemory, sharedMemory, temporaryParent } from '../../runner/temporary-parent.ts';

const few = 1000;

beforeEach(() => {
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** As if we were that user. */
function as(user: number): void {
  if (process.getuid) vi.spyOn(process, 'getuid').mockReturnValue(user);
}

function hasMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(sharedMemory);
    return process.platform === 'linux' && type === 0x0102_1994 && bavail * bsize > 2 ** 28;
  } catch {
    return false;
  }
}

describe('the place for a temporary folder', () => {
  test.runIf(hasMemory())('is in memory for few bytes, and on the disk for many', async () => {
    as(0);
    expect(await temporaryParent(few)).toBe(sharedMemory);
    expect(await temporaryParent(100 * 2 ** 20)).toBe(tmpdir());
    expect(await temporaryParent(Number.POSITIVE_INFINITY)).toBe(tmpdir());
  });

  test.each(['TMPDIR', 'TMP', 'TEMP'])('is the folder that %s names', async (name) => {
    as(0);
    vi.stubEnv(name, '/somewhere');
    expect(canUseSharedMemory()).toBe(false);
    expect(await temporaryParent(few)).toBe('/somewhere');
  });

  test('is never in memory for regular users, whose folders there are removed when they log out', async () => {
    as(1000);
    expect(canUseSharedMemory()).toBe(false);
    expect(await temporaryParent(few)).toBe(tmpdir());
  });
});
