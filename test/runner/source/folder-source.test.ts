import { chmod, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderSource } from '../../../runner/source/folder-source.ts';
import { asOrdinaryUser } from './ordinary-user.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();

const open = (files: string[], signal = new AbortController().signal) =>
  folderSource({ folder: place.folder, files }).open({ signal, log: () => {} });

test('it is the project of that folder', () => {
  expect(folderSource({ folder: '/home/ann/n8n-nodes-x/', files: [] })).toMatchObject({
    mode: 'project',
    name: 'n8n-nodes-x',
  });
});

test('opening copies the files, and those only, into a temporary folder', async () => {
  await place.write({ 'a.ts': 'A', 'b/c.ts': 'C', 'two words\n': 'W', '-rf': '', secret: '' });
  const project = await open(['a.ts', 'b/c.ts', 'two words\n', '-rf']);
  expect(project.folder).not.toBe(place.folder);
  expect(project.files.list()).toEqual(['-rf', 'a.ts', 'b/c.ts', 'two words\n']);
  expect(await project.files.read('b/c.ts')).toBe('C');
  await project.close();
});

test('files are readable for all and not executable, folders accessible, whatever they were', async () => {
  await place.write({ 'a/b': '', c: '' });
  await chmod(join(place.folder, 'a/b'), 0o4777);
  await chmod(join(place.folder, 'c'), 0o400);
  const umask = process.umask(0o077);
  try {
    const project = await open(['a/b', 'c']);
    const modes = ['a', 'a/b', 'c', '.'].map(async (path) => (await stat(join(project.folder, path))).mode & 0o7777);
    expect(await Promise.all(modes)).toEqual([0o755, 0o644, 0o644, 0o755]);
    await project.close();
  } finally {
    process.umask(umask);
  }
});

test('a link inside the project is copied as what it leads to', async () => {
  await place.write({ 'shared/a': 'A' });
  await symlink('shared', join(place.folder, 'link'));
  const project = await open(['link/a']);
  expect((await stat(join(project.folder, 'link'))).isDirectory()).toBe(true);
  expect(await project.files.read('link/a')).toBe('A');
  await project.close();
});

describe('the temporary folder', () => {
  test('is the only one, begins with service-, and is gone after closing, twice if need be', async () => {
    await place.write({ a: '' });
    const project = await open(['a']);
    expect((await place.temporary()).filter((name) => !name.endsWith('.lock'))).toEqual([
      expect.stringMatching(/^service-/),
    ]);
    await project.close();
    await project.close();
    expect(await place.temporary()).toEqual([]);
  });

  test('is gone when a file can’t be copied', async () => {
    await place.write({ a: '', b: '' });
    await expect(open(['a', 'nope', 'b'])).rejects.toMatchObject({ code: 'UNREADABLE_PATH' });
    expect(await place.temporary()).toEqual([]);
  });

  test('is gone, or never made, when the run is over', async () => {
    await place.write({ a: '' });
    await expect(open(['a'], AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    const controller = new AbortController();
    const opening = open(['a'], controller.signal);
    controller.abort(new Error('over now'));
    await expect(opening).rejects.toThrow('over now');
    expect(await place.temporary()).toEqual([]);
  });
});

describe('what can’t be copied any more is named, with the reason', () => {
  test('a file that has gone', async () => {
    await expect(open(['gone'])).rejects.toMatchObject({ message: 'Cannot read gone: it does not exist' });
  });

  test('a file that has become a folder', async () => {
    await place.write({ 'a/b': '' });
    await expect(open(['a'])).rejects.toMatchObject({ message: 'Cannot read a: it is a folder, not a file' });
  });

  test('a file that may not be read', async () => {
    await chmod(dirname(place.folder), 0o755);
    await chmod(join(dirname(place.folder), 'tmp'), 0o777);
    await place.write({ locked: '' });
    await chmod(join(place.folder, 'locked'), 0);
    await expect(asOrdinaryUser(() => open(['locked']))).rejects.toMatchObject({
      message: 'Cannot read locked: permission denied',
    });
  });

  test.each(['../outside', '/etc/passwd', 'link', 'way-out/outside', '../place/inside'])(
    '%j, which leads out of the project',
    async (path) => {
      await place.write({ '../outside': 'secret', inside: '' });
      await symlink('../outside', join(place.folder, 'link'));
      await symlink('..', join(place.folder, 'way-out'));
      await expect(open([path])).rejects.toMatchObject({ code: 'UNREADABLE_PATH' });
      expect(await place.temporary()).toEqual([]);
    },
  );

  test('the folder itself', async () => {
    await rm(place.folder, { recursive: true });
    await expect(open([])).rejects.toMatchObject({ code: 'UNREADABLE_PATH' });
    expect(await place.temporary()).toEqual([]);
  });
});
