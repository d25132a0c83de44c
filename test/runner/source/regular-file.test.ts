import { renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { isInside } from '../../../runner/source/inside.ts';
import { readRegularFile } from '../../../runner/source/regular-file.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

/** Reads a file of `project/`, and does something between the look at its path and the moment it is opened. */
function readWhile(path: string, change: () => void): string {
  const bytes = readRegularFile(at(`project/${path}`), 100, (real) => {
    if (!isInside(at('project'), real)) throw new Error('it leads out');
    change();
  });
  return String(bytes);
}

test('a file is read, through links, up to a limit', async () => {
  await place.write({ a: 'text', b: 'x'.repeat(101) });
  await symlink('a', at('link'));
  expect(String(readRegularFile(at('link'), 100))).toBe('text');
  expect(readRegularFile(at('b'), 100)).toBeUndefined();
});

test.each(['folder', 'fifo'])('a %s is rejected', async (name) => {
  await place.write({ 'folder/a': '' });
  await execa('mkfifo', [at('fifo')]);
  expect(() => readRegularFile(at(name), 100)).toThrow(/^it is a (?:folder|pipe), not a file$/);
});

describe('while somebody replaces files', () => {
  test('a folder that becomes a link is not followed', async () => {
    await place.write({ 'project/src/a': 'ours', 'outside/a': 'secret' });
    const change = () => {
      renameSync(at('project/src'), at('project/was'));
      symlinkSync(at('outside'), at('project/src'));
    };
    expect(() => readWhile('src/a', change)).toThrow('it leads out');
  });

  test('a file that becomes a link is not followed', async () => {
    await place.write({ 'project/a': 'ours', 'outside/a': 'secret' });
    const change = () => {
      unlinkSync(at('project/a'));
      symlinkSync(at('outside/a'), at('project/a'));
    };
    expect(() => readWhile('a', change)).toThrow(/^(?:it leads out|it is a link, not a file)$/);
  });

  test('a file that is replaced is read in its new form', async () => {
    await place.write({ 'project/a': 'before' });
    let saved = false;
    const change = () => {
      if (saved) return;
      saved = true;
      writeFileSync(at('project/new'), 'after');
      renameSync(at('project/new'), at('project/a'));
    };
    expect(readWhile('a', change)).toBe('after');
  });
});
