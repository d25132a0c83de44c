import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { create } from 'tar';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../kernel/errors.ts';
import { folderFiles } from '../../../runner/source/folder-files.ts';
import { pathFault } from '../../../runner/source/path-rules.ts';
import { defaultUnpackLimits, type UnpackLimits } from '../../../runner/source/unpack-limits.ts';
import { unpackTarball } from '../../../runner/source/unpack-tarball.ts';
import { useOwnPlace } from './own-place.ts';
import { end, entry, folder, longPath, pax, tarball, withChecksum } from './raw-tarball.ts';

const place = useOwnPlace();
let round = 0;

/** Unpacks a tarball into a new folder and returns what is there. */
async function unpacked(bytes: Uint8Array, limits?: UnpackLimits) {
  round += 1;
  const packed = join(place.folder, `${round}.tgz`);
  const into = join(place.folder, `${round}`);
  await writeFile(packed, bytes);
  await mkdir(into);
  await unpackTarball({
    tarball: packed,
    folder: into,
    signal: new AbortController().signal,
    ...(limits && { limits }),
  });
  return { into, files: await folderFiles(into) };
}

const a = entry({ path: 'package/a', content: 'A' });
/** The tarball of one file with an extra field, a name, a comment and a checksum in its gzip header, or one beside it. */
function withGzipFields(beside: number): Buffer {
  const plain = tarball(a);
  const header = Buffer.concat([
    plain.subarray(0, 10),
    Buffer.from([2, 0, 7, 7, ...Buffer.from('package.tar\0comment\0')]),
  ]);
  header[3] = 0b11110;
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE((crc32(header) + beside) % 2 ** 16);
  return Buffer.concat([header, checksum, plain.subarray(10)]);
}

const list = async (bytes: Uint8Array) => (await unpacked(bytes)).files.list();

describe('what tarballs of the registry may be like', () => {
  const long = `package/${'folder/'.repeat(20)}file`;

  test.each<[string, Uint8Array, string[]]>([
    [
      'any one root folder',
      tarball(entry({ path: 'n8n-nodes-x/a' }), entry({ path: 'n8n-nodes-x/b/c' })),
      ['a', 'b/c'],
    ],
    [
      'a dot as the root folder',
      tarball(folder('./'), entry({ path: './a' }), folder('./b/'), entry({ path: './b/c' })),
      ['a', 'b/c'],
    ],
    [
      'a dot as the root folder, without an entry',
      tarball(entry({ path: './a' }), entry({ path: './b/c' })),
      ['a', 'b/c'],
    ],
    ['a dot by PAX', tarball(pax({ path: './日本' }), entry({ path: './??' })), ['日本']],
    ['a dot before the usual root folder', tarball(entry({ path: './package/a' })), ['package/a']],
    ['entries for folders', tarball(folder('package/'), folder('package/b/'), entry({ path: 'package/b/c' })), ['b/c']],
    ['empty folders', tarball(a, folder('package/empty/')), ['a']],
    ['folders after what is in them', tarball(entry({ path: 'package/b/c' }), folder('package/b')), ['b/c']],
    ['a folder marked by its slash alone', tarball(entry({ path: 'package/b/', type: '\0' }), a), ['a']],
    ['the old mark of a file', tarball(entry({ path: 'package/a', type: '\0' })), ['a']],
    ['a prefix', tarball(entry({ path: 'a', prefix: 'package/b' })), ['b/a']],
    [
      'a prefix over 130 bytes',
      tarball(entry({ path: 'a', prefix: `package/${'b'.repeat(140)}` })),
      [`${'b'.repeat(140)}/a`],
    ],
    ['times behind a prefix', tarball(entry({ path: 'a', prefix: 'package', patch: { 476: '03575424140\0' } })), ['a']],
    ['GNU’s format', tarball(entry({ path: 'package/a', magic: 'ustar  \0' })), ['a']],
    [
      'a long path of GNU’s',
      tarball(longPath(long), entry({ path: long.slice(0, 100), magic: 'ustar  \0' })),
      [long.slice(8)],
    ],
    ['a path by PAX', tarball(pax({ path: 'package/日本' }), entry({ path: 'package/??' })), ['日本']],
    [
      'a path by PAX that drops a prefix',
      tarball(pax({ path: 'package/b' }), entry({ path: 'x', prefix: 'y' })),
      ['b'],
    ],
    ['the right size by PAX', tarball(pax({ size: '1', mtime: '1.5', uid: '0' }), a), ['a']],
    [
      'attributes of macOS',
      tarball(pax({ 'LIBARCHIVE.xattr.com.apple.provenance': 'AQ', 'SCHILY.fflags': 'x' }), a),
      ['a'],
    ],
    ['Git’s comment for all', tarball(pax({ comment: 'a'.repeat(40) }, 'g'), a), ['a']],
    ['padding to a whole record', gzipSync(Buffer.concat([a, end, Buffer.alloc(10_240 - 2048)])), ['a']],
    [
      'names like those of objects',
      tarball(entry({ path: 'package/__proto__/constructor' })),
      ['__proto__/constructor'],
    ],
    [
      'names with spaces and dashes',
      tarball(entry({ path: 'package/-rf' }), entry({ path: 'package/ a b' })),
      [' a b', '-rf'],
    ],
  ])('%s', async (_, bytes, files) => {
    expect(await list(bytes)).toEqual(files);
  });

  test('a name and other fields in the gzip header', async () => {
    expect(await list(withGzipFields(0))).toEqual(['a']);
    await expect(list(withGzipFields(1))).rejects.toMatchObject({
      message: expect.stringContaining('gzip header'),
    });
  });
});

test('contents come out as they went in, also over the borders of blocks', async () => {
  const sizes = [0, 1, 511, 512, 513, 65_536, 200_000];
  const contents = sizes.map((size) => Buffer.alloc(size, `${size} `));
  const entries = contents.map((content, index) => entry({ path: `package/${index}`, content }));
  const { files } = await unpacked(tarball(...entries));
  for (const [index, content] of contents.entries())
    expect(Buffer.from(await files.bytes(`${index}`))).toEqual(content);
});

test('of two files with one path the last is taken, where npm is followed', async () => {
  const twice = tarball(a, folder('package/d/'), folder('package/d'), entry({ path: 'package/./a', content: 'later' }));
  const { files, into } = await unpacked(twice, { ...defaultUnpackLimits, asNpm: true });
  expect(files.list()).toEqual(['a']);
  expect(await readFile(join(into, 'a'), 'utf8')).toBe('later');
});

test('set-uid bits, owners and times are not taken over', async () => {
  const before = Date.now();
  const { into } = await unpacked(
    tarball(entry({ path: 'package/a', mode: '0006777\0', patch: { 108: '0001750\0' } })),
  );
  const { mode, uid, mtimeMs } = await stat(join(into, 'a'));
  expect(mode & 0o7000).toBe(0);
  expect(mode & 0o022).toBe(0);
  expect(uid).toBe(process.geteuid?.());
  expect(mtimeMs).toBeGreaterThan(before - 5000);
});

test('a run that is over unpacks nothing', async () => {
  await place.write({ 'x.tgz': tarball(a), 'into/.keep': '' });
  const signal = AbortSignal.abort(new Error('over'));
  const unpacking = unpackTarball({ tarball: join(place.folder, 'x.tgz'), folder: join(place.folder, 'into'), signal });
  await expect(unpacking).rejects.toThrow('over');
  expect((await folderFiles(join(place.folder, 'into'))).list()).toEqual(['.keep']);
});

test('any tree that npm packs is unpacked unchanged', async () => {
  const name = fc.oneof(fc.constantFrom('a', 'b', 'ü', 'x'.repeat(120)), fc.stringMatching(/^[a-z0-9 ._-]{1,20}$/));
  const usable = name.filter((each) => pathFault(each) === undefined);
  const path = fc.array(usable, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const tree = fc.dictionary(path, fc.uint8Array({ maxLength: 2000 }), { minKeys: 1, maxKeys: 8 });
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      const kept: Record<string, Uint8Array> = {};
      for (const [each, content] of Object.entries(files)) {
        if (
          !Object.keys(kept).some((other) => `${other}/`.startsWith(`${each}/`) || `${each}/`.startsWith(`${other}/`))
        ) {
          kept[each] = content;
        }
      }
      round += 1;
      const root = `tree-${round}`;
      await place.write(
        Object.fromEntries(Object.entries(kept).map(([each, content]) => [`${root}/package/${each}`, content])),
      );
      const file = join(place.folder, `${root}.tgz`);
      await create({ file, cwd: join(place.folder, root), gzip: true, portable: true }, ['package']);
      const { files: found } = await unpacked(await readFile(file));
      expect(found.list()).toEqual(Object.keys(kept).sort());
      for (const [each, content] of Object.entries(kept)) expect([...(await found.bytes(each))]).toEqual([...content]);
    }),
    { numRuns: 40 },
  );
});

describe('a damaged or forged tarball is refused cleanly or unpacks to what it lists, inside its folder', () => {
  const plain = gunzipSync(
    tarball(
      folder('package/'),
      a,
      pax({ path: 'package/é' }),
      entry({ path: 'x' }),
      longPath('package/l'),
      entry({ path: 'y' }),
    ),
  );

  async function unpackOrRefuse(bytes: Uint8Array): Promise<void> {
    try {
      const { files } = await unpacked(bytes);
      expect(files.list().length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'INVALID_PAYLOAD' });
      expect(String(error)).not.toContain(place.folder);
    }
    expect(await place.temporary()).toEqual([]);
  }

  test('for bytes changed anywhere in the packed file', async () => {
    const packed = gzipSync(plain);
    const change = fc.record({ at: fc.nat(packed.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const copy = Buffer.from(packed);
        for (const { at, byte } of changes) copy[at] = byte;
        await unpackOrRefuse(copy);
      }),
      { numRuns: 60 },
    );
  });

  test('for bytes changed in the archive, its header checksums made right again', async () => {
    const change = fc.record({
      at: fc.nat(plain.length - 1),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 0x2f, 0x2e, 0x5c)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const copy = Buffer.from(plain);
        for (const { at, byte } of changes) copy[at] = byte;
        for (let at = 0; at + 512 <= copy.length; at += 512) {
          const isHeader = plain.toString('latin1', at + 257, at + 262) === 'ustar';
          if (isHeader) withChecksum(copy.subarray(at, at + 512));
        }
        await unpackOrRefuse(gzipSync(copy));
      }),
      { numRuns: 60 },
    );
  });

  test('for files cut off anywhere', async () => {
    const packed = gzipSync(plain);
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(plain.length - 1), async (packedLength, plainLength) => {
        await expect(unpacked(packed.subarray(0, packedLength))).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
        await expect(unpacked(gzipSync(plain.subarray(0, plainLength)))).rejects.toMatchObject({
          code: 'INVALID_PAYLOAD',
        });
      }),
      { numRuns: 60 },
    );
  });
});
