import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { folderFiles } from '../../../runner/source/folder-files.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();

test('all regular files are listed, sorted, and can be read', async () => {
  await place.write({ b: 'B', 'a/c/d': '\ufeffD', 'a/b': Uint8Array.of(0, 255) });
  await mkdir(join(place.folder, 'empty'));
  const files = await folderFiles(place.folder);
  expect(files.list()).toEqual(['a/b', 'a/c/d', 'b']);
  expect(files.exists('a/b')).toBe(true);
  expect(files.exists('a')).toBe(false);
  expect(await files.read('a/c/d')).toBe('D');
  expect([...(await files.bytes('a/b'))]).toEqual([0, 255]);
});

test('the list is made once', async () => {
  const files = await folderFiles(place.folder);
  await place.write({ late: '' });
  expect(files.list()).toEqual([]);
  await expect(files.read('late')).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('nothing but listed files can be named', () => {
  test.each([
    '../outside',
    '/etc/passwd',
    'a/../b',
    './b',
    'b/',
    'nope',
    'a',
    '',
    'link',
    'folder/outside',
    'B',
    'fifo',
  ])('%j', async (path) => {
    await place.write({ '../outside': 'secret', b: '', 'a/x': '' });
    await symlink('../outside', join(place.folder, 'link'));
    await symlink('..', join(place.folder, 'folder'));
    await execa('mkfifo', [join(place.folder, 'fifo')]);
    const files = await folderFiles(place.folder);
    expect(files.list()).toEqual(['a/x', 'b']);
    expect(files.exists(path)).toBe(false);
    await expect(files.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.bytes(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a file that becomes a link is not followed', async () => {
  await place.write({ '../outside': 'secret', a: '' });
  const files = await folderFiles(place.folder);
  await execa('ln', ['-sf', '../outside', 'a'], { cwd: place.folder });
  await expect(files.read('a')).rejects.toMatchObject({ code: 'ELOOP' });
});
