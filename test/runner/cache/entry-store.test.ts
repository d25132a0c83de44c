import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EntryStore } from '../../../runner/cache/entry-store.ts';
import { cachePlace } from './cache-place.ts';

/** The one file of a store. */
async function onlyFile(folder: string): Promise<string> {
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe('a store', () => {
  it('returns what was written, also to another store of the same folder', async () => {
    const folder = await cachePlace();
    const value = { a: [1, 'ü\ud800\n', null], b: { c: true } };
    await new EntryStore(folder).write('key', value);
    expect(new EntryStore(folder).read('key')).toEqual(value);
    expect(new EntryStore(folder).read('other')).toBeUndefined();
  });

  it('keeps everything from other users', async () => {
    const folder = await cachePlace();
    const umask = process.umask(0);
    try {
      await new EntryStore(folder).write('key', 1);
    } finally {
      process.umask(umask);
    }
    const modes = [dirname(folder), folder, await onlyFile(folder)].map(
      async (path) => (await stat(path)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['cut short', (path) => truncate(path, 70)],
    ['empty', (path) => truncate(path, 0)],
    ['altered in one letter', async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('kept', 'fake'))],
    ['no text', (path) => writeFile(path, Buffer.from([0xff, 0xfe, 0]))],
    [
      'a folder',
      async (path) => {
        await rm(path);
        await mkdir(path);
      },
    ],
  ])('returns nothing for an entry that is %s', async (_, damage) => {
    const folder = await cachePlace();
    const store = new EntryStore(folder);
    await store.write('key', 'kept');
    await damage(await onlyFile(folder));
    expect(store.read('key')).toBeUndefined();
  });

  it('does not return an entry under the name of another', async () => {
    const folder = await cachePlace();
    const store = new EntryStore(folder);
    await store.write('one', 'of one');
    const one = await onlyFile(folder);
    await rename(one, join(folder, 'aside'));
    await store.write('two', 'of two');
    await rename(join(folder, 'aside'), join(folder, (await readdir(folder)).find((name) => name !== 'aside') ?? ''));
    expect(store.read('two')).toBeUndefined();
  });

  it('rejects a folder that others may write to, that is no folder, or a link to one', async () => {
    const open = await cachePlace();
    await mkdir(open, { recursive: true });
    await chmod(open, 0o777);
    expect(() => new EntryStore(open)).toThrow('is accessible to other users');
    const file = await cachePlace();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    expect(() => new EntryStore(file)).toThrow('is not a folder');
    const link = await cachePlace();
    await mkdir(dirname(link), { recursive: true });
    await symlink(dirname(open), link);
    expect(() => new EntryStore(link)).toThrow('is not a folder');
  });

  it('can be emptied and removed while it is used', async () => {
    const folder = await cachePlace();
    const store = new EntryStore(folder);
    await store.write('key', 1);
    await rm(folder, { recursive: true });
    expect(store.read('key')).toBeUndefined();
    await expect(store.write('key', 1)).rejects.toThrow('ENOENT');
    await store.sweep();
  });

  it('never returns part of what several processes write at once', async () => {
    const folder = await cachePlace();
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(100_000));
    const writing = texts.map((text) => new EntryStore(folder).write('key', text));
    const seen = new Set<unknown>();
    let done = false;
    const reading = (async () => {
      for (const store = new EntryStore(folder); !done; await new Promise(setImmediate)) seen.add(store.read('key'));
    })();
    await Promise.all(writing);
    done = true;
    await reading;
    seen.delete(undefined);
    expect(seen.size).toBeGreaterThan(0);
    for (const text of seen) expect(texts).toContain(text);
    await onlyFile(folder);
  });
});

describe('sweeping', () => {
  const hours = 60 * 60 * 1000;
  const now = Date.now();

  /** A store with entries 0, 1, 2 …, each used an hour before the one that follows it. */
  async function aged(count: number, limits: ConstructorParameters<typeof EntryStore>[1]) {
    const folder = await cachePlace();
    const store = new EntryStore(folder, limits);
    for (let index = 0; index < count; index++) {
      const before = await readdir(folder);
      await store.write(String(index), 'x'.repeat(1000));
      const [name = ''] = (await readdir(folder)).filter((entry) => !before.includes(entry));
      const used = (now - (count - index) * hours) / 1000;
      await utimes(join(folder, name), used, used);
    }
    const left = () => Array.from({ length: count }, (_, index) => index).filter((index) => store.read(String(index)));
    return { folder, store, left };
  }

  it('keeps the newest entries, up to their number', async () => {
    const { store, left } = await aged(6, { entries: 4 });
    await store.sweep(now);
    expect(left()).toEqual([2, 3, 4, 5]);
  });

  it('keeps the newest entries, up to their size', async () => {
    const { store, left } = await aged(6, { bytes: 3300 });
    await store.sweep(now);
    expect(left()).toEqual([3, 4, 5]);
  });

  it('removes entries that were not used for long', async () => {
    const { store, left } = await aged(4, { age: 2.5 * hours });
    await store.sweep(now);
    expect(left()).toEqual([2, 3]);
  });

  it('removes drafts of killed processes, once nobody can be writing them', async () => {
    const { folder, store } = await aged(1, {});
    const names = ['a', 'b'].map((name) => `${name.repeat(64)}.${'0'.repeat(36)}`);
    for (const name of names) await writeFile(join(folder, name), 'half');
    await utimes(join(folder, names[0] ?? ''), 0, (now - 2 * hours) / 1000);
    await store.sweep(now);
    expect(await readdir(folder)).toHaveLength(2);
    expect(await readdir(folder)).toContain(names[1]);
  });

  it('does not store a value that is too large', async () => {
    const folder = await cachePlace();
    await new EntryStore(folder, { entry: 100 }).write('key', 'x'.repeat(200));
    expect(await readdir(folder)).toEqual([]);
  });
});
