import { deflateRawSync, gzipSync } from 'node:zlib';
import { end, entry, folder, longPath, pax, tarball } from './raw-tarball.ts';

/** What it is, its bytes, and words of the tarballError. */
export type RefusedTarball = [name: string, bytes: Uint8Array, words: string];

const a = entry({ path: 'package/a', content: 'A' });
const good = Buffer.concat([a, end]);
const packed = gzipSync(good);
const patched = (offset: number, byte: number) => {
  const copy = Buffer.from(packed);
  copy[offset < 0 ? copy.length + offset : offset] = byte;
  return copy;
};
const unsafe = (path: string) => tarball(a, entry({ path }));
const unsafePax = (path: string) => tarball(a, pax({ path }), entry({ path: 'package/b' }));
const two = (first: string, second: string) => tarball(entry({ path: first }), entry({ path: second }));
const deep = `package/${'d/'.repeat(32)}x`;
const longName = `package/${'x'.repeat(256)}`;
const long = `package/${Array.from({ length: 10 }, () => 'x'.repeat(120)).join('/')}`;

/** Links, devices and other entries that are no plain files or folders. */
export const specialEntries: RefusedTarball[] = [
  [
    'hard link',
    tarball(a, entry({ path: 'package/b', type: '1', linkname: 'package/a' })),
    'contains a hard link: "package/b"',
  ],
  ['symbolic link', tarball(a, entry({ path: 'package/b', type: '2', linkname: 'a' })), 'contains a symbolic link'],
  [
    'link out',
    tarball(a, entry({ path: 'package/b', type: '2', linkname: '/etc/passwd' })),
    'contains a symbolic link',
  ],
  [
    'link as folder',
    tarball(entry({ path: 'package/d', type: '2', linkname: '/' }), entry({ path: 'package/d/x' })),
    'contains a symbolic link',
  ],
  ['file with a link’s target', tarball(entry({ path: 'package/b', linkname: 'a' })), 'contains a link'],
  ['long link path', tarball(entry({ path: '././@LongLink', type: 'K', content: 'x\0' }), a), 'contains a link'],
  [
    'link path by PAX',
    tarball(pax({ linkpath: '/etc/passwd' }), a),
    'has an unsupported extended attribute: "linkpath"',
  ],
  ['character device', tarball(a, entry({ path: 'package/b', type: '3' })), 'contains a character device'],
  ['block device', tarball(a, entry({ path: 'package/b', type: '4' })), 'contains a block device'],
  ['FIFO', tarball(a, entry({ path: 'package/b', type: '6' })), 'contains a FIFO'],
  ['sparse file', tarball(a, entry({ path: 'package/b', type: 'S' })), 'contains a sparse file'],
  ['sparse file by PAX', tarball(pax({ 'GNU.sparse.major': '1' }), a), 'has an unsupported extended attribute'],
  ['contiguous file', tarball(a, entry({ path: 'package/b', type: '7' })), 'contains an entry of an unknown kind'],
  ['multi-volume entry', tarball(a, entry({ path: 'package/b', type: 'M' })), 'contains an entry of an unknown kind'],
  ['old extended header', tarball(entry({ path: 'x', type: 'X' }), a), 'contains an entry of an unknown kind'],
  [
    'kind that nobody knows',
    tarball(a, entry({ path: 'package/b', type: '\xff' })),
    'contains an entry of an unknown kind',
  ],
];

/** Paths that are too long, too deep or empty; the words follow `has an entry whose path`. */
export const unusablePaths: RefusedTarball[] = [
  ['too deep', unsafe(deep), 'is more than 32 folders deep'],
  ['too long a name', unsafePax(longName), 'has a name longer than 255 bytes'],
  ['too long', unsafePax(long), 'is longer than 1024 bytes'],
  ['too long by GNU', tarball(longPath(long), entry({ path: 'x' })), 'is longer than 1024 bytes'],
  ['empty', tarball(a, entry({ path: '' })), 'is empty'],
  ['empty by PAX', unsafePax(''), 'is empty'],
];

/** Paths with a NUL, or in no text. */
export const unreadablePaths: RefusedTarball[] = [
  ['a NUL within a name', tarball(entry({ path: 'package/a', patch: { 10: 'b' } })), 'has a path that contains NUL'],
  [
    'a NUL within a prefix',
    tarball(entry({ path: 'a', prefix: 'package', patch: { 355: 'x' } })),
    'has a path that contains NUL',
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
    'has a path that is not valid UTF-8',
  ],
];

/** Paths that are one and the same somewhere. */
export const clashingPaths: RefusedTarball[] = [
  ['twice', two('package/package.json', 'package/package.json'), 'is a duplicate'],
  ['twice as folder', tarball(a, folder('package/d/'), folder('package/d')), 'is a duplicate'],
  ['in two cases', two('package/a', 'package/A'), 'only in letter case'],
  ['in two Unicode forms', two('package/\u00e9', 'package/e\u0301'), 'Unicode normalisation'],
  ['file, then folder', two('package/a', 'package/a/b'), 'which is a file'],
  ['folder, then file', two('package/a/b', 'package/a'), 'is both a file and a folder'],
  [
    'folder entry, then file',
    tarball(folder('package/d/'), entry({ path: 'package/d' })),
    'is both a file and a folder',
  ],
  ['the root as a file', two('package/a', 'package'), 'has a file outside of the root folder'],
  ['a second root', two('package/a', 'other/b'), 'has a second root folder: "other/b"'],
  ['a second root that differs in case', two('package/a', 'Package/b'), 'has a second root folder'],
  ['a second, empty root', tarball(a, folder('other/')), 'has a second root folder'],
  ['twice below a dot', two('./a', './a'), 'is a duplicate'],
  ['the dot twice', tarball(folder('./'), folder('.'), entry({ path: './a' })), 'is a duplicate'],
  ['with and without a dot', two('./a', 'a'), 'has a file outside of the root folder'],
  ['with and without a dot before the root', two('./package/a', 'package/a'), 'has a second root folder'],
  ['in two cases below a dot', two('./a', './A'), 'only in letter case'],
  ['a second dot', two('./a', '././b'), 'contains an empty segment or "."'],
  ['a dot within', two('package/a', 'package/./b'), 'contains an empty segment or "."'],
  ['out of a dot', two('./a', './../b'), 'contains ".."'],
  ['a dot and a slash', two('./a', './/b'), 'is absolute'],
  ['a file beside the root', two('package/a', 'b'), 'has a file outside of the root folder'],
];

/** Headers that two readers could read in two ways. */
export const ambiguousHeaders: RefusedTarball[] = [
  [
    'a wrong checksum',
    tarball(entry({ path: 'package/a', checksum: '000000\0 ' })),
    'has an entry with a bad checksum',
  ],
  [
    'no checksum',
    tarball(entry({ path: 'package/a', checksum: '\0\0\0\0\0\0\0\0' })),
    'has an entry with an invalid checksum',
  ],
  [
    'a signed checksum',
    tarball(entry({ path: 'package/a', checksum: '-00100\0 ' })),
    'has an entry with an invalid checksum',
  ],
  ['an unknown format', tarball(entry({ path: 'package/a', magic: 'ustar\0  ' })), 'has an entry in an unknown format'],
  ['no format', tarball(entry({ path: 'package/a', magic: '\0\0\0\0\0\0\0\0' })), 'has an entry in an unknown format'],
  [
    'a negative size',
    tarball(entry({ path: 'package/a', size: '-0000000001\0' })),
    'has an entry with an invalid size',
  ],
  [
    'a size in binary',
    tarball(entry({ path: 'package/a', size: '\x80\0\0\0\0\0\0\0\0\0\0\0' })),
    'has an entry with an invalid size',
  ],
  [
    'a size with rubbish',
    tarball(entry({ path: 'package/a', size: '00000000000x' })),
    'has an entry with an invalid size',
  ],
  [
    'no size',
    tarball(entry({ path: 'package/a', size: '\0\0\0\0\0\0\0\0\0\0\0\0' })),
    'has an entry with an invalid size',
  ],
  [
    'a folder with content',
    tarball(a, entry({ path: 'package/d/', type: '5', content: 'x' })),
    'has a folder with content',
  ],
  ['a file that ends in a slash', tarball(a, entry({ path: 'package/d/', content: 'x' })), 'has a folder with content'],
  ['another size by PAX', tarball(pax({ size: '0' }), a), 'has two different sizes for "package/a"'],
  ['a huge size by PAX', tarball(pax({ size: '1e9' }), a), 'has an invalid size in an extended header'],
  ['a negative size by PAX', tarball(pax({ size: '-1' }), a), 'has an invalid size in an extended header'],
  ['a PAX record that is too long', tarball(pax('99 path=package/b\n'), a), 'has a malformed extended header'],
  ['a PAX record that is too short', tarball(pax('5 path=package/b\n'), a), 'has a malformed extended header'],
  ['a PAX record without a length', tarball(pax('path=package/b\n'), a), 'has a malformed extended header'],
  ['a PAX record without a key', tarball(pax('6 =ab\n'), a), 'has a malformed extended header'],
  [
    'a PAX record of two lines',
    tarball(pax({ comment: 'x\n19 path=package/../b' }), a),
    'has a malformed extended header',
  ],
  ['a duplicate PAX key', tarball(pax('10 path=a\n10 path=b\n'), a), 'has a duplicate extended attribute: "path"'],
  ['a PAX key that nobody knows', tarball(pax({ 'X.y': '1' }), a), 'has an unsupported extended attribute: "X.y"'],
  ['another character set', tarball(pax({ hdrcharset: 'BINARY' }), a), 'has an unsupported extended attribute'],
  ['a path for all entries', tarball(pax({ path: 'package/b' }, 'g'), a), 'sets "path" for all entries'],
  ['a size for all entries', tarball(pax({ size: '0' }, 'g'), a), 'sets "size" for all entries'],
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
  [
    'an extended header for no entry',
    tarball(a, pax({ path: 'package/b' })),
    'has an extended header without an entry',
  ],
  ['a long path for no entry', tarball(a, longPath('package/b')), 'has an extended header without an entry'],
];

/** What does not begin and end as a tarball does. */
export const brokenFiles: RefusedTarball[] = [
  ['nothing', Buffer.alloc(0), 'is not a gzip file'],
  ['a plain tar', good, 'is not a gzip file'],
  ['a zip', Buffer.from('PK\x03\x04'), 'is not a gzip file'],
  ['text', Buffer.from('<html>Not found</html>'), 'is not a gzip file'],
  ['a gzip of nothing', gzipSync(''), 'is truncated'],
  ['a gzip of text', gzipSync('hello'), 'is truncated'],
  ['a gzip of a block of text', gzipSync('hello'.repeat(300)), 'has an entry with an invalid checksum'],
  ['a gzip in a gzip', gzipSync(packed), 'is truncated'],
  ['another compression method', patched(2, 7), 'is not a gzip file'],
  ['reserved flags', patched(3, 0x80), 'has a gzip header with reserved flags'],
  [
    'a name without an end',
    Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3), Buffer.alloc(70_000, 'x')]),
    'has an unterminated gzip header',
  ],
  ['a header alone', packed.subarray(0, 10), 'is truncated'],
  ['a file cut off in its content', packed.subarray(0, packed.length >> 1), 'is corrupt'],
  ['a file cut off in its checksum', packed.subarray(0, -1), 'is corrupt'],
  ['a wrong checksum', patched(-8, (packed.at(-8) ?? 0) ^ 1), 'is corrupt: wrong gzip checksum'],
  ['a wrong length', patched(-4, (packed.at(-4) ?? 0) ^ 1), 'is corrupt: wrong gzip checksum'],
  [
    'bytes after the gzip data',
    Buffer.concat([packed, Buffer.from('trailing')]),
    'has trailing bytes after its gzip data',
  ],
  ['zeros after the gzip data', Buffer.concat([packed, Buffer.alloc(512)]), 'has trailing bytes after its gzip data'],
  ['a second gzip member', Buffer.concat([packed, packed]), 'has trailing bytes after its gzip data'],
  ['a second, empty gzip member', Buffer.concat([packed, gzipSync('')]), 'has trailing bytes after its gzip data'],
  [
    'an archive in two gzip members',
    Buffer.concat([gzipSync(a), gzipSync(end)]),
    'has trailing bytes after its gzip data',
  ],
  ['raw deflate data', deflateRawSync(good), 'is not a gzip file'],
  ['an archive cut off in a header', gzipSync(good.subarray(0, 300)), 'is truncated'],
  ['an archive cut off in a body', gzipSync(entry({ path: 'package/a', size: '00000002000\0' })), 'is truncated'],
  ['an archive cut off in padding', gzipSync(a.subarray(0, 513)), 'is truncated'],
  ['an archive without an end', gzipSync(a), 'is truncated'],
  [
    'an archive with half an end',
    gzipSync(Buffer.concat([a, Buffer.alloc(512)])),
    'is truncated: its end marker is missing',
  ],
  ['bytes after the end', gzipSync(Buffer.concat([good, Buffer.from('x')])), 'has trailing bytes after its end'],
  ['an entry after the end', gzipSync(Buffer.concat([good, a, end])), 'has trailing bytes after its end'],
  [
    'an empty file after one block of zeros',
    gzipSync(Buffer.concat([a, Buffer.alloc(512), entry({ path: 'package/b' }), end])),
    'has trailing bytes after its end',
  ],
  [
    'an entry after one block of zeros',
    gzipSync(Buffer.concat([a, Buffer.alloc(512), a, end])),
    'has trailing bytes after its end',
  ],
  [
    'zeros that are no whole block',
    gzipSync(Buffer.concat([good, Buffer.alloc(100)])),
    'has trailing bytes after its end',
  ],
  ['zeros without end', gzipSync(Buffer.concat([good, Buffer.alloc(3 * 1024 * 1024)])), 'has too much padding'],
  ['no entries', tarball(), 'contains no files'],
  ['folders alone', tarball(folder('package/'), folder('package/d/')), 'contains no files'],
];
