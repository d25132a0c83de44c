import { describe, expect, test } from 'vitest';
import { useOwnPlace } from './own-place.ts';
import { refused, scanErrorOf } from './refused-tarball.ts';
import { ambiguousHeaders, brokenFiles } from './refused-tarballs.ts';

const place = useOwnPlace();
const tarballError = (bytes: Uint8Array) => scanErrorOf(place, bytes);

describe('headers that two readers could read in two ways are refused', () => {
  test.each(ambiguousHeaders)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject(refused(words));
  });
});

describe('what does not begin and end as a tarball does is refused', () => {
  test.each(brokenFiles)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject(refused(words));
  });
});
