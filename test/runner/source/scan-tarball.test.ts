import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanTarball } from '../../../runner/source/scan-tarball.ts';
import { defaultUnpackLimits, type UnpackLimits } from '../../../runner/source/unpack-limits.ts';
import { useOwnPlace } from './own-place.ts';
import { entry, folder, longPath, pax, tarball } from './raw-tarball.ts';
import { refusalIn, refused } from './refused-tarball.ts';

const place = useOwnPlace();
const { signal } = new AbortController();

const refusal = (bytes: Uint8Array, limits?: UnpackLimits) => refusalIn(place, bytes, limits);

const a = entry({ path: 'package/a', content: 'A' });
const unsafe = (path: string) => tarball(a, entry({ path }));
const unsafePax = (path: string) => tarball(a, pax({ path }), entry({ path: 'package/b' }));
const two = (first: string, second: string) => tarball(entry({ path: first }), entry({ path: second }));

describe('links and special files are refused', () => {
  test.each<[string, Uint8Array, string]>([
    [
      'hard link',
      tarball(a, entry({ path: 'package/b', type: '1', linkname: 'package/a' })),
      'holds a hard link: "package/b"',
    ],
    ['symbolic link', tarball(a, entry({ path: 'package/b', type: '2', linkname: 'a' })), 'holds a symbolic link'],
    ['link out', tarball(a, entry({ path: 'package/b', type: '2', linkname: '/etc/passwd' })), 'holds a symbolic link'],
    [
      'link as folder',
      tarball(entry({ path: 'package/d', type: '2', linkname: '/' }), entry({ path: 'package/d/x' })),
      'holds a symbolic link',
    ],
    ['file with a link’s target', tarball(entry({ path: 'package/b', linkname: 'a' })), 'holds a link'],
    ['long link path', tarball(entry({ path: '././@LongLink', type: 'K', content: 'x\0' }), a), 'holds a link'],
    [
      'link path by PAX',
      tarball(pax({ linkpath: '/etc/passwd' }), a),
      'has an extended attribute that is not supported: "linkpath"',
    ],
    ['character device', tarball(a, entry({ path: 'package/b', type: '3' })), 'holds a character device'],
    ['block device', tarball(a, entry({ path: 'package/b', type: '4' })), 'holds a block device'],
    ['FIFO', tarball(a, entry({ path: 'package/b', type: '6' })), 'holds a FIFO'],
    ['sparse file', tarball(a, entry({ path: 'package/b', type: 'S' })), 'holds a sparse file'],
    [
      'sparse file by PAX',
      tarball(pax({ 'GNU.sparse.major': '1' }), a),
      'has an extended attribute that is not supported',
    ],
    ['contiguous file', tarball(a, entry({ path: 'package/b', type: '7' })), 'holds an entry of an unknown kind'],
    ['multi-volume entry', tarball(a, entry({ path: 'package/b', type: 'M' })), 'holds an entry of an unknown kind'],
    ['old extended header', tarball(entry({ path: 'x', type: 'X' }), a), 'holds an entry of an unknown kind'],
    [
      'kind that nobody knows',
      tarball(a, entry({ path: 'package/b', type: '\xff' })),
      'holds an entry of an unknown kind',
    ],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject(refused(words));
  });
});

describe('unsafe paths are refused, in the header, by PAX and by GNU’s long path', () => {
  test.each([
    ['/etc/passwd', 'is absolute'],
    ['/package/b', 'is absolute'],
    ['package/../b', 'contains ".."'],
    ['../package/b', 'contains ".."'],
    ['package/b/..', 'contains ".."'],
    ['./package/b', 'has an empty part or "."'],
    ['package/./b', 'has an empty part or "."'],
    ['package//b', 'has an empty part or "."'],
    ['C:/package/b', 'begins at a drive'],
    ['package/c:/b', 'begins at a drive'],
    ['package\\b', 'contains a backslash'],
    ['package/..\\b', 'contains a backslash'],
    ['package/a\nb', 'contains a control character'],
    ['package/\x1b[2J', 'contains a control character'],
  ])('%j', async (path, words) => {
    expect(await refusal(unsafe(path))).toMatchObject(refused(`has an entry whose path ${words}`));
    const byPax = path.includes('\n') ? 'has a malformed extended header' : `has an entry whose path ${words}`;
    expect(await refusal(unsafePax(path))).toMatchObject(refused(byPax));
    expect(await refusal(tarball(a, longPath(path), entry({ path: 'x' })))).toMatchObject(
      refused(`has an entry whose path ${words}`),
    );
  });

  const deep = `package/${'d/'.repeat(32)}x`;
  const longName = `package/${'x'.repeat(256)}`;
  const long = `package/${Array.from({ length: 10 }, () => 'x'.repeat(120)).join('/')}`;

  test.each<[string, Uint8Array, string]>([
    ['too deep', unsafe(deep), 'is more than 32 folders deep'],
    ['too long a name', unsafePax(longName), 'has a name longer than 255 bytes'],
    ['too long', unsafePax(long), 'is longer than 1024 bytes'],
    ['too long by GNU', tarball(longPath(long), entry({ path: 'x' })), 'is longer than 1024 bytes'],
    ['empty', tarball(a, entry({ path: '' })), 'is empty'],
    ['empty by PAX', unsafePax(''), 'is empty'],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject(refused(`has an entry whose path ${words}`));
  });

  test.each<[string, Uint8Array, string]>([
    ['a NUL within a name', tarball(entry({ path: 'package/a', patch: { 10: 'b' } })), 'has a path with a NUL in it'],
    [
      'a NUL within a prefix',
      tarball(entry({ path: 'a', prefix: 'package', patch: { 355: 'x' } })),
      'has a path with a NUL in it',
    ],
    ['a NUL within a PAX path', unsafePax('package/b\0/../x'), 'has a malformed extended header'],
    [
      'a NUL within a long path',
      tarball(longPath('package/b\0x'), entry({ path: 'x' })),
      'has an entry whose path contains a control character',
    ],
    [
      'bytes that are not UTF-8',
      tarball(entry({ path: 'package/', patch: { 8: Uint8Array.of(0xff) } })),
      'has a path that is not UTF-8',
    ],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject(refused(words));
  });

  test('the refusal shows no control character', async () => {
    const error = await refusal(unsafe('package/\x1b[2J\u202e'));
    expect(String(error)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('paths that clash are refused', () => {
  test.each<[string, Uint8Array, string]>([
    ['twice', two('package/package.json', 'package/package.json'), 'is there twice'],
    ['twice as folder', tarball(a, folder('package/d/'), folder('package/d')), 'is there twice'],
    ['in two cases', two('package/a', 'package/A'), 'only in case'],
    ['in two Unicode forms', two('package/\u00e9', 'package/e\u0301'), 'Unicode form'],
    ['file, then folder', two('package/a', 'package/a/b'), 'which is a file'],
    ['folder, then file', two('package/a/b', 'package/a'), 'is both a file and a folder'],
    [
      'folder entry, then file',
      tarball(folder('package/d/'), entry({ path: 'package/d' })),
      'is both a file and a folder',
    ],
    ['the root as a file', two('package/a', 'package'), 'has a file outside of its root folder'],
    ['a second root', two('package/a', 'other/b'), 'has a second root folder: "other/b"'],
    ['a second root that differs in case', two('package/a', 'Package/b'), 'has a second root folder'],
    ['a second, empty root', tarball(a, folder('other/')), 'has a second root folder'],
    ['a file beside the root', two('package/a', 'b'), 'has a file outside of its root folder'],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject({ code: 'INVALID_PAYLOAD', message: expect.stringContaining(words) });
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
    ['a file', tarball(file('a', 1001)), 'has a file over the limit of 1000 bytes: "package/a"'],
    [
      'all files',
      tarball(file('a', 1000), file('b', 1000), file('c', 501)),
      'unpacks to more than the limit of 2500 bytes',
    ],
    [
      'the number of files',
      tarball(...['a', 'b', 'c', 'd'].map((name) => file(name, 0))),
      'has more files than the limit of 3',
    ],
    [
      'the number of entries',
      tarball(a, ...Array.from({ length: 40 }, (_, index) => folder(`package/${index}/`))),
      'has too many entries',
    ],
    [
      'extended headers in all',
      tarball(pax({ comment: 'x'.repeat(2000) }), a, pax({ comment: 'x'.repeat(2000) }, 'g')),
      'unpacks to more than the limit',
    ],
    [
      'one extended header',
      tarball(pax({ comment: 'x'.repeat(300_000) }), a),
      'has an extended header over the limit of 262144 bytes',
    ],
  ])('on %s', async (_, bytes, words) => {
    const used = words.includes('262144') ? defaultUnpackLimits : limits;
    expect(await refusal(bytes, used)).toMatchObject(refused(words));
  });

  test('hold for a bomb below any guard on the ratio', async () => {
    const bomb = tarball(entry({ path: 'package/bomb', content: Buffer.alloc(60 * 1024 * 1024) }));
    expect(60 * 1024 * 1024).toBeGreaterThan(900 * bomb.length);
    expect(await refusal(bomb)).toMatchObject(refused('has a file over the limit of 52428800 bytes'));
  });
});

test('a scan ends when the run does', async () => {
  await writeFile(join(place.folder, 'x.tgz'), tarball(a));
  const over = AbortSignal.abort(new Error('over'));
  await expect(scanTarball(join(place.folder, 'x.tgz'), defaultUnpackLimits, over)).rejects.toThrow('over');
});
