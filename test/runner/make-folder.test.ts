import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../runner/make-folder.ts';
import { useOwnPlace } from './source/own-place.ts';

const place = useOwnPlace();

test('a folder is made with those above it, once', () => {
  const folder = join(place.folder, 'a/b/c');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('what can not be made is an error', async () => {
  await writeFile(join(place.folder, 'file'), '');
  expect(() => makeFolder(join(place.folder, 'file/a'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(place.folder, 'file'))).toThrow(/EEXIST/);
});

test.runIf(process.platform === 'linux')('below /proc it ends, with an error', () => {
  expect(() => makeFolder('/proc/a/b')).toThrow(/ENOENT/);
});
