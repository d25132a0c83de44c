import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { kindAt, sizeOfReadable, unreadable } from '../../../runner/source/readable-file.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

test('a file is measured in bytes', async () => {
  await place.write({ a: 'é' });
  expect(sizeOfReadable('a', at('a'))).toBe(2);
  expect(kindAt(at('a'))).toBe('file');
});

test('a file that has become something else is ignored, without waiting', async () => {
  await place.write({ 'folder/a': '' });
  await symlink('folder/a', at('link'));
  await execa('mkfifo', [at('fifo')]);
  expect(sizeOfReadable('link', at('link'))).toBeUndefined();
  expect(sizeOfReadable('fifo', at('fifo'))).toBeUndefined();
  expect(sizeOfReadable('folder', at('folder'))).toBeUndefined();
  expect(sizeOfReadable('gone', at('gone'))).toBeUndefined();
  expect(kindAt(at('fifo'))).toBeUndefined();
  expect(kindAt(at('folder'))).toBe('folder');
});

test.each([
  [Object.assign(new Error("EACCES: permission denied, open '/x/y'"), { code: 'EACCES' }), 'permission denied'],
  [Object.assign(new Error("EWHAT: what, open '/x/y'"), { code: 'EWHAT' }), 'EWHAT'],
  [new Error('it is no file'), 'it is no file'],
])('the reason in %o is %j', (error, reason) => {
  expect(unreadable('a', error).message).toBe(`Cannot read a: ${reason}`);
});
