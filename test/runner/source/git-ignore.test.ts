import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GitIgnore } from '../../../runner/source/git-ignore.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

/** The rules of a folder, with those of the folders below it down to another. */
async function rulesDownTo(...folders: string[]): Promise<GitIgnore> {
  const rules = GitIgnore.of(place.folder, place.folder);
  for (const folder of folders) rules.enter(at(folder));
  return rules;
}

test('comments, blanks and negations are read as git reads them', async () => {
  await place.write({ '.gitignore': '# a comment\n\n*.log\n!keep.log\r\n/top\n' });
  const rules = await rulesDownTo();
  expect(rules.ignores(at('a.log'), false)).toBe(true);
  expect(rules.ignores(at('keep.log'), false)).toBe(false);
  expect(rules.ignores(at('top'), false)).toBe(true);
  expect(rules.ignores(at('a/top'), false)).toBe(false);
  expect(rules.ignores(at('# a comment'), false)).toBe(false);
});

test('a pattern for folders matches folders only', async () => {
  await place.write({ '.gitignore': 'build/\n' });
  const rules = await rulesDownTo();
  expect(rules.ignores(at('build'), true)).toBe(true);
  expect(rules.ignores(at('build'), false)).toBe(false);
});

test('letters of another case are other letters', async () => {
  await place.write({ '.gitignore': 'Secret\n' });
  expect((await rulesDownTo()).ignores(at('secret'), false)).toBe(false);
});

describe('a .gitignore further down', () => {
  test('counts for its own folder only', async () => {
    await place.write({ 'a/.gitignore': 'x\n/y\nb/z\n' });
    const rules = await rulesDownTo('a');
    expect(rules.ignores(at('a/x'), false)).toBe(true);
    expect(rules.ignores(at('a/deep/x'), false)).toBe(true);
    expect(rules.ignores(at('a/y'), false)).toBe(true);
    expect(rules.ignores(at('a/deep/y'), false)).toBe(false);
    expect(rules.ignores(at('a/b/z'), false)).toBe(true);
    expect(rules.ignores(at('a/deep/b/z'), false)).toBe(false);
    expect(rules.ignores(at('x'), false)).toBe(false);
  });

  test('re-includes files and folders with their contents', async () => {
    await place.write({ '.gitignore': '*.log\n/a/b\n', 'a/.gitignore': '!keep.log\n!b\n' });
    const rules = await rulesDownTo('a');
    expect(rules.ignores(at('a/keep.log'), false)).toBe(false);
    expect(rules.ignores(at('keep.log'), false)).toBe(true);
    expect(rules.ignores(at('a/b'), true)).toBe(false);
    expect(rules.ignores(at('a/b/c'), false)).toBe(false);
  });

  test('also works in a folder whose name looks like a pattern', async () => {
    await place.write({ '[a]*?/.gitignore': 'x\n', '! #/.gitignore': 'x\n' });
    const rules = await rulesDownTo('[a]*?', '! #');
    expect(rules.ignores(at('[a]*?/x'), false)).toBe(true);
    expect(rules.ignores(at('abc/x'), false)).toBe(false);
    expect(rules.ignores(at('! #/x'), false)).toBe(true);
  });
});

describe('a project inside a repository', () => {
  test('follows the .gitignore files above it, up to the root of the repository', async () => {
    await place.write({ '.gitignore': 'outside\n', 'repo/.gitignore': '*.env\n', 'repo/packages/.gitignore': 'x\n' });
    await mkdir(at('repo/.git'));
    const rules = GitIgnore.of(at('repo/packages/mine'), at('repo/packages/mine'));
    expect(rules.ignores(at('repo/packages/mine/.env'), false)).toBe(true);
    expect(rules.ignores(at('repo/packages/mine/x'), false)).toBe(true);
    expect(rules.ignores(at('repo/packages/mine/outside'), false)).toBe(false);
  });

  test('that the repository ignores follows its own rules only', async () => {
    await place.write({ 'repo/.gitignore': 'sandbox/\n*.env\n', 'repo/sandbox/mine/.gitignore': 'x\n' });
    await mkdir(at('repo/.git'));
    const rules = GitIgnore.of(at('repo/sandbox/mine'), at('repo/sandbox/mine'));
    expect(rules.ignores(at('repo/sandbox/mine/src'), true)).toBe(false);
    expect(rules.ignores(at('repo/sandbox/mine/a.env'), false)).toBe(false);
    expect(rules.ignores(at('repo/sandbox/mine/x'), false)).toBe(true);
  });
});

test('a .gitignore that is a link or a folder is ignored, as in git', async () => {
  await place.write({ rules: 'x\n', 'b/.gitignore/x': '' });
  await mkdir(at('a'));
  await symlink('../rules', at('a/.gitignore'));
  const rules = await rulesDownTo('a', 'b');
  expect(rules.ignores(at('a/x'), false)).toBe(false);
  expect(rules.ignores(at('b/x'), false)).toBe(false);
});

test('agrees with git itself on random rules and files', async () => {
  const name = fc.constantFrom('a', 'b', 'c.js', 'd d', '.e', 'a-b-a-c', 'b]', '[a', 'x ', 'B9');
  const pattern = fc
    .tuple(
      fc.constantFrom('', '', '!'),
      fc.constantFrom('', '/', '**/', '*/', 'a/**/', '[[:alpha:]]/'),
      fc.constantFrom(
        ...['a', 'b', '*.js', 'c*', '.e', 'a/b', 'd d', '?', '[ab]', '**', '*-*', 'a*b*a*', '***c', 'a**', '[a-c]*'],
        ...['[!a]', '[^a-c]*', '[]b]*', 'b[]]', '\\[a', '[a', '[[:upper:]]?', 'x\\ ', 'a\\', '\\a', '*[.-]*'],
      ),
      fc.constantFrom('', '', '/', '/*', '/**', ' ', '  '),
    )
    .map((parts) => parts.join(''));
  const lines = fc.array(pattern, { maxLength: 4 }).map((all) => all.join('\n'));
  const inPlace = { cwd: place.folder, env: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' } };
  await execa('git', ['init', '-q'], inPlace);
  await fc.assert(
    fc.asyncProperty(lines, lines, fc.tuple(name, name, name), async (above, below, [first, second, third]) => {
      await place.write({ '.gitignore': above, [`${first}/.gitignore`]: below, [`${first}/${second}/${third}`]: '' });
      const rules = await rulesDownTo(first);
      const ways = [`${first}/`, `${first}/${second}/`, `${first}/${second}/${third}`];
      const ours = ways.some((way) => rules.ignores(at(way), way.endsWith('/')));
      const path = ways.at(-1) ?? '';
      const { exitCode } = await execa('git', ['check-ignore', '-q', path], { ...inPlace, reject: false });
      await rm(at(first), { recursive: true });
      expect({ above, below, path, ignored: ours }).toEqual({ above, below, path, ignored: exitCode === 0 });
    }),
    { numRuns: 60, examples: [['a', '!/a**', ['[a', 'a', 'a']]] },
  );
});
