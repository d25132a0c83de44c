import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useOwnPlace } from './own-place.ts';
import { end, entry, folder, longPath, pax, tarball } from './raw-tarball.ts';
import { refusalIn, refused } from './refused-tarball.ts';

const place = useOwnPlace();
const refusal = (bytes: Uint8Array) => refusalIn(place, bytes);

const a = entry({ path: 'package/a', content: 'A' });
const good = Buffer.concat([a, end]);

describe('headers that two readers could read in two ways are refused', () => {
  test.each<[string, Uint8Array, string]>([
    [
      'a wrong checksum',
      tarball(entry({ path: 'package/a', checksum: '000000\0 ' })),
      'has an entry with a bad checksum',
    ],
    [
      'no checksum',
      tarball(entry({ path: 'package/a', checksum: '\0\0\0\0\0\0\0\0' })),
      'has an entry whose checksum is no octal number',
    ],
    [
      'a signed checksum',
      tarball(entry({ path: 'package/a', checksum: '-00100\0 ' })),
      'has an entry whose checksum is no octal number',
    ],
    [
      'an unknown format',
      tarball(entry({ path: 'package/a', magic: 'ustar\0  ' })),
      'has an entry in an unknown format',
    ],
    [
      'no format',
      tarball(entry({ path: 'package/a', magic: '\0\0\0\0\0\0\0\0' })),
      'has an entry in an unknown format',
    ],
    [
      'a negative size',
      tarball(entry({ path: 'package/a', size: '-0000000001\0' })),
      'has an entry whose size is no octal number',
    ],
    [
      'a size in binary',
      tarball(entry({ path: 'package/a', size: '\x80\0\0\0\0\0\0\0\0\0\0\0' })),
      'has an entry whose size is no octal number',
    ],
    [
      'a size with rubbish',
      tarball(entry({ path: 'package/a', size: '00000000000x' })),
      'has an entry whose size is no octal number',
    ],
    [
      'no size',
      tarball(entry({ path: 'package/a', size: '\0\0\0\0\0\0\0\0\0\0\0\0' })),
      'has an entry whose size is no octal number',
    ],
    [
      'a folder with content',
      tarball(a, entry({ path: 'package/d/', type: '5', content: 'x' })),
      'has a folder with content',
    ],
    [
      'a file that ends in a slash',
      tarball(a, entry({ path: 'package/d/', content: 'x' })),
      'has a folder with content',
    ],
    ['another size by PAX', tarball(pax({ size: '0' }), a), 'gives two sizes for "package/a"'],
    ['a huge size by PAX', tarball(pax({ size: '1e9' }), a), 'has a size that is no number'],
    ['a negative size by PAX', tarball(pax({ size: '-1' }), a), 'has a size that is no number'],
    ['a PAX record that is too long', tarball(pax('99 path=package/b\n'), a), 'has a malformed extended header'],
    ['a PAX record that is too short', tarball(pax('5 path=package/b\n'), a), 'has a malformed extended header'],
    ['a PAX record without a length', tarball(pax('path=package/b\n'), a), 'has a malformed extended header'],
    ['a PAX record without a key', tarball(pax('6 =ab\n'), a), 'has a malformed extended header'],
    [
      'a PAX record of two lines',
      tarball(pax({ comment: 'x\n19 path=package/../b' }), a),
      'has a malformed extended header',
    ],
    [
      'a PAX key that is there twice',
      tarball(pax('10 path=a\n10 path=b\n'), a),
      'gives the extended attribute "path" twice',
    ],
    [
      'a PAX key that nobody knows',
      tarball(pax({ 'X.y': '1' }), a),
      'has an extended attribute that is not supported: "X.y"',
    ],
    [
      'another character set',
      tarball(pax({ hdrcharset: 'BINARY' }), a),
      'has an extended attribute that is not supported',
    ],
    ['a path for all entries', tarball(pax({ path: 'package/b' }, 'g'), a), 'sets "path" for all its entries'],
    ['a size for all entries', tarball(pax({ size: '0' }, 'g'), a), 'sets "size" for all its entries'],
    [
      'two extended headers',
      tarball(pax({ mtime: '1' }), pax({ mtime: '2' }), a),
      'has two extended headers for one entry',
    ],
    [
      'two kinds of long path',
      tarball(longPath('package/x'), pax({ path: 'package/y' }), a),
      'has two extended headers for one entry',
    ],
    ['an extended header for no entry', tarball(a, pax({ path: 'package/b' })), 'has an extended header for no entry'],
    ['a long path for no entry', tarball(a, longPath('package/b')), 'has an extended header for no entry'],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject(refused(words));
  });
});

describe('what does not begin and end as a tarball does is refused', () => {
  const packed = gzipSync(good);
  const patched = (offset: number, byte: number) => {
    const copy = Buffer.from(packed);
    copy[offset < 0 ? copy.length + offset : offset] = byte;
    return copy;
  };

  test.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'is not a gzip file'],
    ['a plain tar', good, 'is not a gzip file'],
    ['a zip', Buffer.from('PK\x03\x04'), 'is not a gzip file'],
    ['text', Buffer.from('<html>Not found</html>'), 'is not a gzip file'],
    ['a gzip of nothing', gzipSync(''), 'is cut off'],
    ['a gzip of text', gzipSync('hello'), 'is cut off'],
    ['a gzip of a block of text', gzipSync('hello'.repeat(300)), 'has an entry whose checksum is no octal number'],
    ['a gzip in a gzip', gzipSync(packed), 'is cut off'],
    ['another compression method', patched(2, 7), 'is not a gzip file'],
    ['reserved flags', patched(3, 0x80), 'has a gzip header with reserved flags'],
    [
      'a name without an end',
      Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3), Buffer.alloc(70_000, 'x')]),
      'has a gzip header without an end',
    ],
    ['a header alone', packed.subarray(0, 10), 'is cut off'],
    ['a file cut off in its content', packed.subarray(0, packed.length >> 1), 'is damaged'],
    ['a file cut off in its checksum', packed.subarray(0, -1), 'is damaged'],
    ['a wrong checksum', patched(-8, (packed.at(-8) ?? 0) ^ 1), 'is damaged: its gzip checksum'],
    ['a wrong length', patched(-4, (packed.at(-4) ?? 0) ^ 1), 'is damaged: its gzip checksum'],
    [
      'bytes after the gzip data',
      Buffer.concat([packed, Buffer.from('trailing')]),
      'has more bytes after the end of its gzip data',
    ],
    [
      'zeros after the gzip data',
      Buffer.concat([packed, Buffer.alloc(512)]),
      'has more bytes after the end of its gzip data',
    ],
    ['a second gzip member', Buffer.concat([packed, packed]), 'has more bytes after the end of its gzip data'],
    [
      'a second, empty gzip member',
      Buffer.concat([packed, gzipSync('')]),
      'has more bytes after the end of its gzip data',
    ],
    [
      'an archive in two gzip members',
      Buffer.concat([gzipSync(a), gzipSync(end)]),
      'has more bytes after the end of its gzip data',
    ],
    ['raw deflate data', deflateRawSync(good), 'is not a gzip file'],
    ['an archive cut off in a header', gzipSync(good.subarray(0, 300)), 'is cut off'],
    ['an archive cut off in a body', gzipSync(entry({ path: 'package/a', size: '00000002000\0' })), 'is cut off'],
    ['an archive cut off in padding', gzipSync(a.subarray(0, 513)), 'is cut off'],
    ['an archive without an end', gzipSync(a), 'is cut off'],
    ['an archive with half an end', gzipSync(Buffer.concat([a, Buffer.alloc(512)])), 'is cut off: its end is missing'],
    ['bytes after the end', gzipSync(Buffer.concat([good, Buffer.from('x')])), 'has more bytes after its end'],
    ['an entry after the end', gzipSync(Buffer.concat([good, a, end])), 'has more bytes after its end'],
    [
      'an empty file after one block of zeros',
      gzipSync(Buffer.concat([a, Buffer.alloc(512), entry({ path: 'package/b' }), end])),
      'has more bytes after its end',
    ],
    [
      'an entry after one block of zeros',
      gzipSync(Buffer.concat([a, Buffer.alloc(512), a, end])),
      'has more bytes after its end',
    ],
    [
      'zeros that are no whole block',
      gzipSync(Buffer.concat([good, Buffer.alloc(100)])),
      'has more bytes after its end',
    ],
    [
      'zeros without end',
      gzipSync(Buffer.concat([good, Buffer.alloc(3 * 1024 * 1024)])),
      'is padded with too many zeros',
    ],
    ['no entries', tarball(), 'holds no files'],
    ['folders alone', tarball(folder('package/'), folder('package/d/')), 'holds no files'],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatchObject(refused(words));
  });
});
