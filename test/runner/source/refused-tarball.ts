import { join } from 'node:path';
import { expect } from 'vitest';
import { scanTarball } from '../../../runner/source/scan-tarball.ts';
import { defaultUnpackLimits, type UnpackLimits } from '../../../runner/source/unpack-limits.ts';
import { unpackTarball } from '../../../runner/source/unpack-tarball.ts';
import type { OwnPlace } from './own-place.ts';

const { signal } = new AbortController();

/** Why a scan refuses a tarball; makes sure that what it refuses is not unpacked either. */
export async function scanErrorOf(
  place: OwnPlace,
  bytes: Uint8Array,
  limits: UnpackLimits = defaultUnpackLimits,
): Promise<unknown> {
  await place.write({ '../x.tgz': bytes, 'into/.keep': '' });
  const tarball = join(place.folder, '../x.tgz');
  const folder = join(place.folder, 'into');
  await expect(unpackTarball({ tarball, folder, limits, signal })).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
  return scanTarball(tarball, limits, signal).catch((error: unknown) => error);
}

/** A tarballError whose words begin so. */
export const refused = (words: string) => ({
  code: 'INVALID_PAYLOAD',
  message: expect.stringContaining(`The tarball ${words}`),
});
