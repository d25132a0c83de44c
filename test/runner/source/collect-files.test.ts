import { chmod, mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectFiles } from '../../../runner/source/collect-files.ts';
import { excludeRules } from '../../../runner/source/ignore-rules.ts';
import { asOrdinaryUser } from './ordinary-user.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

async function collected(include: string[], exclude?: string[]): Promise<string[]> {
  const files = collectFiles({ folder: place.folder, include, exclude });
  return files.map(({ path }) => path);
}

test('includes files and folders, folders with all their contents, with sizes in bytes', async () => {
  await place.write({ 'package.json': '{}', 'src/a.ts': 'é', 'src/b/c/d.ts': '', 'other.txt': '' });
  expect(collectFiles({ folder: place.folder, include: ['src/', 'package.json'] })).toEqual([
    { path: 'package.json', size: 2, why: 'include: package.json' },
    { path: 'src/a.ts', size: 2, why: 'include: src/' },
    { path: 'src/b/c/d.ts', size: 0, why: 'include: src/' },
  ]);
});

test('each file is included once, in order, however often it is named', async () => {
  await place.write({ b: '', 'a/x': '', 'a/y': '' });
  expect(await collected(['b', 'a', 'a/x', 'a/', './b', '.'])).toEqual(['a/x', 'a/y', 'b']);
});

test('a missing named file is ignored', async () => {
  await place.write({ a: '' });
  expect(await collected(['nope', 'nope/deep', 'a/below-a-file', 'nope*', 'no/such*', 'a'])).toEqual(['a']);
  expect(await collected(['nope'])).toEqual([]);
  expect(await collected([])).toEqual([]);
});

test('a trailing * includes the files with that prefix, only in that folder', async () => {
  await place.write({ LICENSE: '', 'LICENSE.md': '', 'LICENSES/MIT': '', 'sub/LICENSE': '', license: '' });
  expect(await collected(['LICENSE*'])).toEqual(['LICENSE', 'LICENSE.md']);
  expect(await collected(['sub/*'])).toEqual(['sub/LICENSE']);
});

test('an entry that leads out of the project is refused before anything is read', async () => {
  await expect(collected(['src', '../x'])).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
});

describe('names', () => {
  const names = [
    ' lead',
    'trail ',
    'two words',
    '-rf',
    '--help',
    'line\nbreak',
    '*',
    '$(x)',
    "quo'te",
    'ünï',
    '日本',
    '#x',
  ];

  test('of every kind are found in a folder', async () => {
    await place.write(Object.fromEntries(names.map((name) => [`src/${name}`, ''])));
    expect(await collected(['src'])).toEqual(names.map((name) => `src/${name}`).sort());
  });

  test('of every kind can be named, except those with a *', async () => {
    const usable = names.filter((name) => !name.includes('*'));
    await place.write(Object.fromEntries(usable.map((name) => [name, ''])));
    expect(await collected(usable)).toEqual(usable.toSorted());
  });

  test('that are not UTF-8 are an error, not a file left out', async () => {
    await mkdir(at('src'));
    await execa('sh', ['-c', 'touch "$(printf \'\\377\')"'], { cwd: at('src') });
    await expect(collected(['src'])).rejects.toMatchObject({
      code: 'UNREADABLE_PATH',
      message: expect.stringContaining('its name is not valid UTF-8'),
    });
  });
});

describe('left out of folders', () => {
  test('are .git, node_modules and dist, at any depth', async () => {
    await place.write({ '.git/config': '', 'node_modules/x/i.js': '', 'dist/a.js': '', 'a/dist/b.js': '', 'a/ok': '' });
    await place.write({ 'a/node_modules/y/i.js': '', 'sub/.git': 'gitdir: elsewhere', 'sub/ok': '' });
    expect(await collected(['.'])).toEqual(['a/ok', 'sub/ok']);
  });

  test('are not files that only have such a name', async () => {
    await place.write({ 'bin/dist': '', 'bin/distant/x': '' });
    expect(await collected(['bin'])).toEqual(['bin/dist', 'bin/distant/x']);
  });

  test('is what .gitignore ignores, nested files included', async () => {
    await place.write({ '.gitignore': '*.log\n', 'src/.gitignore': 'secret\n!keep.log\n' });
    await place.write({ 'src/a.log': '', 'src/keep.log': '', 'src/secret': '', 'src/b/secret': '', 'src/b/ok': '' });
    expect(await collected(['src'])).toEqual(['src/.gitignore', 'src/b/ok', 'src/keep.log']);
  });

  test('is what a .gitignore somewhere below ignores', async () => {
    await place.write({ 'src/a/b/.gitignore': '/secret\n', 'src/a/b/secret': '', 'src/a/secret': '' });
    expect(await collected(['src'])).toEqual(['src/a/b/.gitignore', 'src/a/secret']);
  });

  test('is what .gitignore ignores for a pattern too', async () => {
    await place.write({ '.gitignore': '.env*\n', '.env': 'KEY=1', '.env.local': '' });
    expect(await collected(['.e*'])).toEqual([]);
  });

  test('are devices, FIFOs and sockets, which are never waited for', async () => {
    await place.write({ 'src/ok': '' });
    await execa('mkfifo', [at('src/fifo')]);
    const server = createServer().listen(at('src/socket'));
    try {
      expect(await collected(['src', 'src/fifo', 'src/socket'])).toEqual(['src/ok']);
    } finally {
      server.close();
    }
  });
});

describe('files that are named directly', () => {
  test('are included even if they are ignored or in an excluded folder', async () => {
    await place.write({ '.gitignore': '*.env\ndist/\n', 'a.env': '', 'dist/x.js': '', 'dist/sub/y.js': '' });
    await place.write({ 'node_modules/m/i.js': '', 'node_modules/m/node_modules/n/i.js': '' });
    expect(await collected(['a.env', 'dist/x.js'])).toEqual(['a.env', 'dist/x.js']);
    expect(await collected(['dist'])).toEqual(['dist/sub/y.js', 'dist/x.js']);
    expect(await collected(['node_modules/m/'])).toEqual(['node_modules/m/i.js']);
  });

  test('applies the rules of its own .gitignore', async () => {
    await place.write({ '.gitignore': 'out/\n', 'out/.gitignore': '*.map\n', 'out/a.js': '', 'out/a.map': '' });
    expect(await collected(['out'])).toEqual(['out/.gitignore', 'out/a.js']);
  });
});

describe('exclude', () => {
  test('excludes from folders, patterns and direct names', async () => {
    await place.write({ 'src/a.ts': '', 'src/a.test.ts': '', 'src/deep/b.test.ts': '', 'README.md': '', LICENSE: '' });
    expect(await collected(['src', 'README.md', 'L*'], ['**/*.test.ts', 'README.md', '/LICENSE'])).toEqual([
      'src/a.ts',
    ]);
  });

  test('excludes whole folders and may re-include', async () => {
    await place.write({ 'src/fixtures/a': '', 'src/b': '', 'src/c.json': '', 'src/d.json': '' });
    expect(await collected(['src'], ['fixtures/', '*.json', '!d.json'])).toEqual(['src/b', 'src/d.json']);
  });
});

describe('links', () => {
  test('to files and folders of the project are followed and keep their own path', async () => {
    await place.write({ 'shared/a.ts': 'abc', 'src/own.ts': '' });
    await symlink('../shared', at('src/shared'));
    await symlink('../shared/a.ts', at('src/b.ts'));
    expect(collectFiles({ folder: place.folder, include: ['src'] })).toEqual([
      { path: 'src/b.ts', size: 3, why: 'include: src' },
      { path: 'src/own.ts', size: 0, why: 'include: src' },
      { path: 'src/shared/a.ts', size: 3, why: 'include: src' },
    ]);
  });

  test('that leave the project are left out, of folders and by name', async () => {
    await place.write({ '../outside/secret': '', 'src/ok': '' });
    await symlink('../../outside', at('src/folder'));
    await symlink('../../outside/secret', at('src/file'));
    await symlink('/etc/passwd', at('src/absolute'));
    await symlink('../outside', at('way-out'));
    await symlink(`../../${place.folder.split('/').at(-1)}-twin`, at('src/nowhere'));
    expect(await collected(['src', 'src/file', 'way-out', 'way-out/secret', 'way-out/sec*'])).toEqual(['src/ok']);
  });

  test('to a folder whose name only starts like that of the project leads out of it', async () => {
    await place.write({ '../place-twin/secret': '' });
    await symlink('../place-twin', at('link'));
    expect(await collected(['link', '.'])).toEqual([]);
  });

  test('that are dangling or circular end', async () => {
    await place.write({ top: '', 'src/ok': '', 'src/deep/ok': '' });
    await symlink('nowhere', at('src/dangling'));
    await symlink('self', at('src/self'));
    await symlink('..', at('src/up'));
    await symlink('../../src', at('src/deep/round'));
    expect(await collected(['src', 'src/self'])).toEqual(['src/deep/ok', 'src/ok', 'src/up/top']);
  });

  test('that multiply without end are an error soon', async () => {
    const folders = Array.from({ length: 12 }, (_, index) => `f${index}`);
    for (const folder of folders) await mkdir(at(`src/${folder}`), { recursive: true });
    for (const from of folders) for (const to of folders) await symlink(`../${to}`, at(`src/${from}/${to}`));
    await expect(collected(['src'])).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('lead to the project itself', async () => {
    await place.write({ a: '' });
    await symlink(place.folder, join(dirname(place.folder), 'alias'));
    const files = collectFiles({ folder: join(dirname(place.folder), 'alias'), include: ['.'] });
    expect(files).toEqual([{ path: 'a', size: 0, why: 'include: .' }]);
  });
});

describe('what can’t be read is UNREADABLE_PATH, named by its own path', () => {
  const unreadable = (path: string) =>
    expect.objectContaining({ code: 'UNREADABLE_PATH', message: `Cannot read ${path}: permission denied` });

  test.each([
    ['a file in a folder', 'src/locked', 'src', 'src/locked'],
    ['a file that is named', 'src/locked', 'src/locked', 'src/locked'],
    ['a folder', 'src', 'src', 'src'],
  ])('%s', async (_, locked, include, told) => {
    await chmod(dirname(place.folder), 0o755);
    await place.write({ 'src/locked': '', 'src/.gitignore': '' });
    await chmod(at(locked), 0);
    await expect(asOrdinaryUser(() => collected([include]))).rejects.toEqual(unreadable(told));
    await chmod(at(locked), 0o755);
  });

  test('a .gitignore, which may stand above the project', async () => {
    await chmod(dirname(place.folder), 0o755);
    await place.write({ 'src/.gitignore': '' });
    await chmod(at('src/.gitignore'), 0);
    await expect(asOrdinaryUser(() => collected(['src']))).rejects.toEqual(unreadable(at('src/.gitignore')));
  });

  test('a missing folder', async () => {
    expect(() => collectFiles({ folder: at('nope'), include: ['.'] })).toThrow(
      expect.objectContaining({
        code: 'UNREADABLE_PATH',
        message: `Cannot read ${at('nope')}: it does not exist`,
      }),
    );
  });
});

test('for any tree, files are sorted, unique and inside', async () => {
  const name = fc.constantFrom('a', 'b', 'B', 'node_modules', 'dist', '.x', '..y', ' ');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(path, { maxLength: 12 }), async (paths) => {
      round += 1;
      const folder = at(`round-${round}`);
      await mkdir(folder);
      const made: string[] = [];
      for (const each of paths) {
        const clash = made.some((other) => `${other}/`.startsWith(`${each}/`) || `${each}/`.startsWith(`${other}/`));
        if (clash) continue;
        made.push(each);
        await place.write({ [`round-${round}/${each}`]: '' });
      }
      const wanted = made.filter(
        (each) =>
          !each
            .split('/')
            .slice(0, -1)
            .some((part) => /^(node_modules|dist)$/.test(part)),
      );
      const found = collectFiles({ folder, include: ['.'] });
      expect(found.map((file) => file.path)).toEqual([...new Set(wanted)].sort());
    }),
    { numRuns: 40 },
  );
});

describe('patterns are matched in bounded time', () => {
  const name = 'a'.repeat(240);
  const slow = (index: number) => `*${'a'.repeat(100)}${index}`;

  test('however many stars there are in one', async () => {
    const stars = `${'*a'.repeat(100)}b`;
    await place.write({ [`src/${name}`]: '', [`src/${name}b`]: '', '.gitignore': stars });
    expect(await collected(['src'], [stars, `**/${stars}`, `${'**/'.repeat(100)}b`])).toEqual([`src/${name}`]);
  });

  test('and those of the configuration', () => {
    // Nearly all that a project may have.
    const rules = excludeRules(
      Array.from({ length: 1000 }, (_, index) => slow(index)),
      { steps: 199_000_000 },
    );
    expect(() => rules.ignores(`src/${name}`, false)).toThrow(
      /^\.service\/config\.json: exclude\.\d+: pattern "\*a{99}…" takes too long to match$/,
    );
  });
});
