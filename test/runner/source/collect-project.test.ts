import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileLookup, FileReference, Follow } from '../../../kernel/follow.ts';
import { type CollectedProject, collectProject } from '../../../runner/source/collect-project.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

/** Leads by the file that they start from. */
const leading =
  (leads: Readonly<Record<string, readonly string[]>>): (() => Follow) =>
  () =>
  (from) =>
    (leads[from] ?? []).map((path): FileReference => ({ path, why: `named by ${from}` }));

const collect = (
  follow: (reach: FileLookup) => Follow | Promise<Follow>,
  { folder = place.folder, include = ['src/', 'package.json'], exclude = [] as string[] } = {},
): Promise<CollectedProject> => collectProject({ folder, include, exclude, follow });

const paths = ({ files }: CollectedProject) => files.map(({ path }) => path);

test('referenced files are included, each once, with the first reference', async () => {
  await place.write({ 'package.json': '{}', 'src/a': '', 'lib/b': 'bb', 'lib/c': '' });
  const project = await collect(
    leading({ 'src/a': ['lib/b', 'lib/./b', 'src/a'], 'lib/b': ['lib/c', 'src/a', 'lib/b'] }),
  );
  expect(project.files).toEqual([
    { path: 'lib/b', size: 2, why: 'named by src/a' },
    { path: 'lib/c', size: 0, why: 'named by lib/b' },
    { path: 'package.json', size: 2, why: 'include: package.json' },
    { path: 'src/a', size: 0, why: 'include: src/' },
  ]);
  expect(project.leftOut).toEqual([]);
  expect(JSON.parse(project.note ?? '')).toMatchObject({ missing: [], partial: ['lib'] });
});

test('package.json is always included', async () => {
  await place.write({ 'package.json': '{}', 'src/a': '' });
  const project = await collect(leading({}), { include: ['src'], exclude: ['*.json'] });
  expect(project.files).toContainEqual({ path: 'package.json', size: 2, why: 'always sent' });
});

test('package.json alone does not make a project of an empty list', async () => {
  await place.write({ 'package.json': '{}' });
  expect(paths(await collect(leading({}), { include: ['nope/'] }))).toEqual([]);
});

describe('existing files that are not included are reported, with the reason', () => {
  const left = async (path: string, options = {}) => {
    const project = await collect(leading({ 'src/a': [path] }), options);
    expect(paths(project)).toEqual(['package.json', 'src/a']);
    expect(JSON.parse(project.note ?? '{}').leftOut).toHaveProperty([project.leftOut[0]?.path ?? '']);
    return project.leftOut;
  };

  test.each([
    ['a file that is excluded', 'lib/b', 'excluded'],
    ['a file of an installed package', 'node_modules/x/i.js', 'installed package'],
    ['a file of git', '.git/config', 'outside of the project'],
    ['a file above, without a repository', '../b', 'outside of the project'],
    ['a file of the system', '../../../../../../../../etc/passwd', 'outside of the project'],
    ['a link out of the project', 'lib/link', 'link out of the project'],
    ['a file in a folder that is a link out of the project', 'lib/far/b', undefined],
  ])('%s', async (_, path, reason) => {
    await place.write({ 'package.json': '{}', 'src/a': '', 'lib/b': '', 'node_modules/x/i.js': '', '../b': '' });
    await mkdir(at('.git-is-elsewhere'));
    await symlink('../../b', at('lib/link'));
    await symlink('../..', at('lib/far'));
    if (reason === undefined) {
      const project = await collect(leading({ 'src/a': [path] }));
      expect(paths(project)).toEqual(['package.json', 'src/a']);
      return;
    }
    expect(await left(path, { exclude: ['lib/b'] })).toEqual([
      { path: path.replace('lib/./', 'lib/'), why: 'named by src/a', reason: expect.stringContaining(reason) },
    ]);
  });

  test('a file that is too large', async () => {
    await place.write({ 'package.json': '{}', 'src/a': '', 'lib/b': Buffer.alloc(2 * 1024 * 1024 + 1) });
    expect(await left('lib/b')).toEqual([expect.objectContaining({ reason: 'it is larger than 2 MiB' })]);
  });

  test('files beyond the limit of an upload; those of the list stay', async () => {
    const files = Object.fromEntries(Array.from({ length: 1_998 }, (_, index) => [`src/${index}`, '']));
    await place.write({ 'package.json': '{}', ...files, 'lib/a': '', 'lib/b': '' });
    const project = await collect(leading({ 'src/0': ['lib/a', 'lib/b'] }));
    expect(project.files).toHaveLength(1_999);
    expect(project.leftOut).toMatchObject([
      { path: 'lib/a', reason: 'the limit of 2000 files is reached' },
      { path: 'lib/b' },
    ]);
  });

  test('a file with too many references', async () => {
    await place.write({ 'package.json': '{}', 'src/a': '' });
    const endless = Array.from({ length: 100_000 }, (_, index) => `lib/${index}/${index}`);
    const project = await collect(leading({ 'src/a': endless }));
    expect(project.leftOut).toMatchObject([{ path: 'src/a', reason: expect.stringContaining('too many files') }]);
    expect(Buffer.byteLength(project.note ?? '')).toBeLessThan(1024 * 1024);
  });
});

describe('missing files', () => {
  test('are sent in the note if the files do not show it', async () => {
    await place.write({ 'package.json': '{}', 'src/a': '' });
    const project = await collect(leading({ 'src/a': ['lib/b', 'src/c'] }));
    expect(JSON.parse(project.note ?? '')).toMatchObject({ missing: ['lib/b'], leftOut: {} });
  });

  test('are not sent if their folder was uploaded', async () => {
    await place.write({ 'package.json': '{}', 'src/a': '' });
    expect((await collect(leading({ 'src/a': ['src/c'] }))).note).toBeUndefined();
  });
});

describe('in a repository', () => {
  const inPackage = (leads: Readonly<Record<string, readonly string[]>>) =>
    collect(leading(leads), { folder: at('packages/a'), include: ['package.json'] });

  test('files above the project are included, by relative paths', async () => {
    await place.write({ '.git/HEAD': '', 'base.json': '1', 'packages/b.json': '', 'packages/a/package.json': '{}' });
    const project = await inPackage({
      'package.json': ['../../base.json', '../b.json', '../a/package.json', '../../../outside', '../../.git/HEAD'],
    });
    expect(paths(project)).toEqual(['../../base.json', '../b.json', 'package.json']);
    expect(project.leftOut.map(({ path }) => path)).toEqual(['../../../outside', '../../.git/HEAD']);
  });

  test.each([
    ['package.json', '{"workspaces":["packages/*"]}', true],
    ['package.json', '{"workspaces":{"packages":["./packages/**/"]}}', true],
    ['package.json', '{"workspaces":["packages/*","!packages/a"]}', false],
    ['package.json', '{"workspaces":["apps/*"]}', false],
    ['package.json', '{}', false],
    ['pnpm-workspace.yaml', 'packages:\n  # all\n  - "packages/*"\n  - apps/*\ncatalog: {}\n', true],
    ['pnpm-workspace.yaml', 'packages:\n  - apps/*\ncatalog:\n  - packages/*\n', false],
    ['pnpm-workspace.yaml', '\uFEFF"packages": # all\r\n  - "packages/*"\r\n  - apps/*\r\n', true],
    ['pnpm-workspace.yaml', "packages: ['apps/*', 'packages/*']\ncatalog: {}\n", true],
    ['pnpm-workspace.yaml', "packages: ['apps/*']\ncatalog: ['packages/*']\n", false],
  ])('that is a workspace without `.git`, if it lists the package: %s with %j', async (name, text, isListed) => {
    await place.write({ [name]: text, 'base.json': '1', 'packages/a/package.json': '{}' });
    const project = await inPackage({ 'package.json': ['../../base.json'] });
    expect(paths(project)).toEqual(isListed ? ['../../base.json', 'package.json'] : ['package.json']);
  });

  test('of a repository that starts too far above are excluded', async () => {
    const deep = 'a/b/c/d/e/f/g/h/i';
    await place.write({ '.git/HEAD': '', 'base.json': '', [`${deep}/package.json`]: '{}' });
    const follow = leading({ 'package.json': [`${'../'.repeat(9)}base.json`] });
    const project = await collect(follow, { folder: at(deep), include: ['package.json'] });
    expect(paths(project)).toEqual(['package.json']);
  });

  test('links that lead out of it are not followed', async () => {
    await place.write({ '.git/HEAD': '', 'packages/a/package.json': '{}', '../secret': 'x' });
    await symlink(join(dirname(place.folder), 'secret'), at('base.json'));
    const project = await inPackage({ 'package.json': ['../../base.json'] });
    expect(paths(project)).toEqual(['package.json']);
    expect(project.leftOut).toMatchObject([{ path: '../../base.json' }]);
  });

  test('exceptions hold for files above when they say so', async () => {
    await place.write({ '.git/HEAD': '', 'base.json': '', 'packages/a/package.json': '{}' });
    const follow = leading({ 'package.json': ['../../base.json'] });
    const options = { folder: at('packages/a'), include: ['package.json'], exclude: ['../../*.json'] };
    expect(paths(await collect(follow, options))).toEqual(['package.json']);
  });
});

test('names are compared in exact case, and folders are no files', async () => {
  await place.write({ 'package.json': '{}', 'src/a': '', 'lib/b': '' });
  const seen: boolean[] = [];
  await collect((reach) => {
    seen.push(reach.exists('lib/b'), reach.exists('lib/B'), reach.exists('lib'), reach.exists('lib/b/c'));
    return () => [];
  });
  expect(seen).toEqual([true, false, false, false]);
});
