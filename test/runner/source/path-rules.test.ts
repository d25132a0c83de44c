import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PathSet, pathFault } from '../../../runner/source/path-rules.ts';

describe('a path', () => {
  test.each([
    'package.json',
    'nodes/Foo/Foo.node.ts',
    '-rf',
    'with space',
    'ünï/日本',
    '.github/workflows/x.yml',
    '.gitignore',
    '..foo/foo..bar',
    'constant.ts',
    'com10.js',
    'auxiliary/null.js',
    'x'.repeat(255),
    Array(32).fill('d').join('/'),
    Array.from({ length: 4 }, () => 'x'.repeat(255)).join('/'),
  ])('like %j is good', (path) => {
    expect(pathFault(path)).toBeUndefined();
  });

  test.each([
    ['', 'is empty'],
    ['/etc/passwd', 'is absolute'],
    ['..', 'contains ".."'],
    ['a/../b', 'contains ".."'],
    ['a/..', 'contains ".."'],
    ['./a', 'contains an empty segment or "."'],
    ['a/./b', 'contains an empty segment or "."'],
    ['a//b', 'contains an empty segment or "."'],
    ['a/', 'contains an empty segment or "."'],
    ['a\\b', 'contains a backslash'],
    ['\\\\host\\share', 'contains a backslash'],
    ['C:/x', 'contains a drive letter'],
    ['c:x', 'contains a drive letter'],
    ['a/D:/x', 'contains a drive letter'],
    ['a\0b', 'contains a control character'],
    ['a\nb', 'contains a control character'],
    ['a\x7fb', 'contains a control character'],
    ['a\x85b', 'contains a control character'],
    ['a\ud800', 'is not valid Unicode'],
    ['a\u200bb', 'contains an invisible character'],
    ['.g\u200cit/config', 'contains an invisible character'],
    ['a\u202etxt.js', 'contains an invisible character'],
    ['a\u2028b', 'contains an invisible character'],
    ['ab:c', 'contains a character that Windows does not allow'],
    ['a/what?.js', 'contains a character that Windows does not allow'],
    ['...', 'has a name that ends with a dot or a space, which Windows removes'],
    ['a./b', 'has a name that ends with a dot or a space, which Windows removes'],
    ['a/b ', 'has a name that ends with a dot or a space, which Windows removes'],
    ['CON', 'has a name that is reserved on Windows'],
    ['a/aux.js', 'has a name that is reserved on Windows'],
    ['Com1.tar.gz', 'has a name that is reserved on Windows'],
    ['lpt\u00b9', 'has a name that is reserved on Windows'],
    ['nul /x', 'has a name that ends with a dot or a space, which Windows removes'],
    ['.git/config', 'leads into a .git folder'],
    ['a/.GIT/hooks/post-checkout', 'leads into a .git folder'],
    ['GIT~1/config', 'leads into a .git folder'],
    ['x'.repeat(256), 'has a name longer than 255 bytes'],
    ['é'.repeat(128), 'has a name longer than 255 bytes'],
    [Array.from({ length: 5 }, () => 'x'.repeat(250)).join('/'), 'is longer than 1024 bytes'],
    [Array(33).fill('d').join('/'), 'is more than 32 folders deep'],
  ])('like %j is refused: it %s', (path, fault) => {
    expect(pathFault(path)).toBe(fault);
  });

  test('that is good stays below the folder that it is joined to', () => {
    const piece = fc.oneof(fc.constantFrom('..', '.', '', 'a', '/', 'C:', '\\', '%2e%2e'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('/');
        if (pathFault(path) !== undefined) return;
        expect(posix.join('/project', path)).toBe(`/project/${path}`);
        expect(win32.join('C:\\project', path)).toBe(`C:\\project\\${path.replaceAll('/', '\\')}`);
      }),
    );
  });
});

describe('the paths of a project', () => {
  const faults = (...paths: string[]) => {
    const set = new PathSet();
    return paths.map((path) => (path.endsWith('/') ? set.addFolder(path.slice(0, -1)) : set.addFile(path)));
  };
  const last = (...paths: string[]) => faults(...paths).at(-1);

  test('may share folders, also folders that differ in case', () => {
    expect(faults('a/', 'a/b', 'a/c', 'a/d/', 'a/d/e', 'A/f')).toEqual(Array(6).fill(undefined));
  });

  test.each([
    ['is a duplicate', ['a', 'a']],
    ['is a duplicate', ['a/b', 'a/b']],
    ['is a duplicate', ['a/', 'a/']],
    ['differs from "README.md" only in letter case or Unicode normalisation', ['README.md', 'readme.md']],
    ['differs from "A/x" only in letter case or Unicode normalisation', ['A/x', 'a/x']],
    ['differs from "é" only in letter case or Unicode normalisation', ['\u00e9', 'e\u0301']],
    ['differs from "straße" only in letter case or Unicode normalisation', ['straße', 'STRASSE']],
    ['differs from "straẞe" only in letter case or Unicode normalisation', ['straẞe', 'strasse']],
    ['differs from "ﬀ" only in letter case or Unicode normalisation', ['ﬀ', 'FF']],
    ['differs from "ŉ" only in letter case or Unicode normalisation', ['ŉ', 'ʼN']],
    ['differs from "İ" only in letter case or Unicode normalisation', ['İ', 'i\u0307']],
    ['differs from "ᾳ" only in letter case or Unicode normalisation', ['ᾳ', 'ΑΙ']],
    ['differs from "ς" only in letter case or Unicode normalisation', ['ς', 'σ']],
    ['differs from "K" only in letter case or Unicode normalisation', ['K', '\u212a']],
    ['is both a file and a folder', ['a/b', 'a']],
    ['is both a file and a folder', ['a/b', 'A']],
    ['is both a file and a folder', ['a', 'a/']],
    ['is both a file and a folder', ['a/', 'a']],
    ['is inside of "a", which is a file', ['a', 'a/b']],
    ['is inside of "a", which is a file', ['a', 'A/b/c']],
    ['is inside of "a/b", which is a file', ['a/b', 'a/b/c/']],
  ])('%s: %j', (fault, paths) => {
    expect(last(...paths)).toBe(fault);
  });

  test('that are all taken are a tree in which every path has one place', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'ß', 'ss', '\u00e9', 'e\u0301');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 10 }), (paths) => {
        const set = new PathSet();
        const taken = paths.filter((each) => set.addFile(each) === undefined);
        const plain = taken.map((each) => each.normalize('NFC').toUpperCase());
        expect(new Set(plain).size).toBe(plain.length);
        for (const one of plain) for (const other of plain) expect(other.startsWith(`${one}/`)).toBe(false);
      }),
    );
  });
});
