import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanTarball } from '../../../runner/source/scan-tarball.ts';
import { defaultUnpackLimits, type UnpackLimits } from '../../../runner/source/unpack-limits.ts';
import { useOwnPlace } from './own-place.ts';
import { entry, folder, longPath, pax, tarball } from './raw-tarball.ts';
import { refused, scanErrorOf } from './refused-tarball.ts';
import { clashingPaths, specialEntries, unreadablePaths, unusablePaths } from './refused-tarballs.ts';

const place = useOwnPlace();
const { signal } = new AbortController();

const tarballError = (bytes: Uint8Array, limits?: UnpackLimits) => scanErrorOf(place, bytes, limits);

const a = entry({ path: 'package/a', content: 'A' });
const unsafe = (path: string) => tarball(a, entry({ path }));
const unsafePax = (path: string) => tarball(a, pax({ path }), entry({ path: 'package/b' }));

describe('links and special files are refused', () => {
  test.each(specialEntries)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject(refused(words));
  });
});

describe('unsafe paths are refused, in the header, by PAX and by GNU’s long path', () => {
  test.each([
    ['/etc/passwd', 'is absolute'],
    ['/package/b', 'is absolute'],
    ['package/../b', 'contains ".."'],
    ['package/b/..', 'contains ".."'],
    ['package/./b', 'contains an empty segment or "."'],
    ['package//b', 'contains an empty segment or "."'],
    ['C:/package/b', 'contains a drive letter'],
    ['package/c:/b', 'contains a drive letter'],
    ['package\\b', 'contains a backslash'],
    ['package/..\\b', 'contains a backslash'],
    ['package/a\nb', 'contains a control character'],
    ['package/\x1b[2J', 'contains a control character'],
  ])('%j', async (path, words) => {
    expect(await tarballError(unsafe(path))).toMatchObject(refused(`has an entry whose path ${words}`));
    const byPax = path.includes('\n') ? 'has a malformed extended header' : `has an entry whose path ${words}`;
    expect(await tarballError(unsafePax(path))).toMatchObject(refused(byPax));
    expect(await tarballError(tarball(a, longPath(path), entry({ path: 'x' })))).toMatchObject(
      refused(`has an entry whose path ${words}`),
    );
  });

  test.each([
    ['package/./../b', 'contains ".."'],
    ['package/A', 'differs from "package/a" only in letter case'],
    ['package/b/.', 'contains an empty segment or "."'],
  ])('%j, also where paths are taken as npm takes them', async (path, words) => {
    const limits = { ...defaultUnpackLimits, asNpm: true };
    expect(await tarballError(unsafe(path), limits)).toMatchObject(refused(`has an entry whose path ${words}`));
  });

  test.each(unusablePaths)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject(refused(`has an entry whose path ${words}`));
  });

  test.each(unreadablePaths)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject(refused(words));
  });

  test('the tarballError shows no control character', async () => {
    const error = await tarballError(unsafe('package/\x1b[2J\u202e'));
    expect(String(error)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('paths that clash are refused', () => {
  test.each(clashingPaths)('%s', async (_, bytes, words) => {
    expect(await tarballError(bytes)).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: expect.stringContaining(words),
    });
  });
});

describe('caps', () => {
  const limits = { files: 3, fileBytes: 1000, totalBytes: 2500 };
  const file = (name: string, size: number) => entry({ path: `package/${name}`, content: Buffer.alloc(size) });

  test('are those that were decided on, unless others are given', () => {
    expect(defaultUnpackLimits).toEqual({ files: 20_000, fileBytes: 52_428_800, totalBytes: 209_715_200 });
  });

  test('may be reached', async () => {
    await writeFile(join(place.folder, 'x.tgz'), tarball(file('a', 1000), file('b', 1000), file('c', 500)));
    const { files } = await scanTarball(join(place.folder, 'x.tgz'), limits, signal);
    expect(files).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, Uint8Array, string]>([
    ['a file', tarball(file('a', 1001)), 'has a file larger than 1000 bytes: "package/a"'],
    ['all files', tarball(file('a', 1000), file('b', 1000), file('c', 501)), 'unpacks to more than 2500 bytes'],
    ['the number of files', tarball(...['a', 'b', 'c', 'd'].map((name) => file(name, 0))), 'has more than 3 files'],
    [
      'the number of entries',
      tarball(a, ...Array.from({ length: 40 }, (_, index) => folder(`package/${index}/`))),
      'has more than 3 folders',
    ],
    [
      'extended headers in all',
      tarball(pax({ comment: 'x'.repeat(2000) }), a, pax({ comment: 'x'.repeat(2000) }, 'g')),
      'unpacks to more than',
    ],
    [
      'one extended header',
      tarball(pax({ comment: 'x'.repeat(300_000) }), a),
      'has an extended header larger than 262144 bytes',
    ],
  ])('on %s', async (_, bytes, words) => {
    const used = words.includes('262144') ? defaultUnpackLimits : limits;
    expect(await tarballError(bytes, used)).toMatchObject(refused(words));
  });

  test('hold for a bomb below any guard on the ratio', async () => {
    const bomb = tarball(entry({ path: 'package/bomb', content: Buffer.alloc(60 * 1024 * 1024) }));
    expect(60 * 1024 * 1024).toBeGreaterThan(900 * bomb.length);
    expect(await tarballError(bomb)).toMatchObject(refused('has a file larger than 52428800 bytes'));
  });
});

test('a scan ends when the run does', async () => {
  await writeFile(join(place.folder, 'x.tgz'), tarball(a));
  const over = AbortSignal.abort(new Error('over'));
  await expect(scanTarball(join(place.folder, 'x.tgz'), defaultUnpackLimits, over)).rejects.toThrow('over');
});
