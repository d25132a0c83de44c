import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectGitRemote } from '../../../cli/git/git-remote.ts';
import { withoutCredentials } from '../../../kernel/git-state.ts';
import { temporaryFolder } from '../service-process.ts';

describe('withoutCredentials', () => {
  it.each([
    ['https://github.com/a/b.git', 'https://github.com/a/b.git'],
    ['https://user:secret@github.com/a/b.git', 'https://github.com/a/b.git'],
    ['https://secret@github.com:8443/a/b.git', 'https://github.com:8443/a/b.git'],
    ['https://github.com/a/b.git?token=secret#secret', 'https://github.com/a/b.git'],
    ['ssh://git@github.com/a/b.git', 'ssh://github.com/a/b.git'],
    ['git@github.com:a/b.git', 'github.com:a/b.git'],
    ['user:secret@host.example:a/b.git', 'host.example:a/b.git'],
  ])('%s → %s', (remote, clean) => {
    expect(withoutCredentials(remote)).toBe(clean);
  });

  it.each([
    '',
    '/home/me/repo.git',
    'file:///home/me/repo.git',
    '../repo',
    'C:\\repo',
    'C:/repo',
    'https://',
    `https://x/${'y'.repeat(2000)}`,
  ])('sends nothing for %s', (remote) => {
    expect(withoutCredentials(remote)).toBeUndefined();
  });

  it('lets no user or password through, however they are written', () => {
    const word = fc.stringMatching(/^[a-z0-9:@%!$&'()*+,;=._~-]{0,12}$/);
    const shape = fc.constantFrom(
      (user: string) => `https://${user}@host.example/a`,
      (user: string) => `${user}@host.example:a/b`,
    );
    fc.assert(
      fc.property(word, word, shape, (before, after, make) => {
        const clean = withoutCredentials(make(`${before}SECRET${after}`));
        expect(clean?.toLowerCase() ?? '').not.toContain('secret');
      }),
    );
  });
});

describe('detectGitRemote', () => {
  const git = (cwd: string, ...args: string[]) => execa('git', args, { cwd });

  it('prefers origin', async () => {
    const folder = await temporaryFolder();
    await git(folder, 'init', '--quiet');
    await git(folder, 'remote', 'add', 'fork', 'https://github.com/me/b.git');
    expect(await detectGitRemote(folder)).toBe('https://github.com/me/b.git');
    await git(folder, 'remote', 'add', 'origin', 'https://me:secret@github.com/a/b.git');
    expect(await detectGitRemote(folder)).toBe('https://github.com/a/b.git');
  });

  it('reads what Git reads, however it is written', async () => {
    const folder = await temporaryFolder();
    await git(folder, 'init', '--quiet');
    const config =
      '[Remote "origin"]\n\tfetch = x\n  URL = "https://host.example/a b" ; a comment\n[branch "url = no"]\n';
    await writeFile(join(folder, '.git/config'), config, { flag: 'a' });
    const { stdout } = await git(folder, 'config', 'remote.origin.url');
    expect(stdout).toBe('https://host.example/a b');
    expect(await detectGitRemote(folder)).toBe('https://host.example/a%20b');
  });

  it('finds the repository of a worktree, and from a folder inside it', async () => {
    const folder = await temporaryFolder();
    const main = join(folder, 'main');
    await git(folder, 'init', '--quiet', 'main');
    await git(main, 'remote', 'add', 'origin', 'git@host.example:a/b.git');
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@host.example'];
    await git(main, ...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x');
    await git(main, 'worktree', 'add', '--quiet', '../other');
    const inside = join(folder, 'other/deep/inside');
    await mkdir(inside, { recursive: true });
    expect(await detectGitRemote(inside)).toBe('host.example:a/b.git');
  });

  it('is content without a repository or a folder', async () => {
    const folder = await temporaryFolder();
    expect(await detectGitRemote(folder)).toBeUndefined();
    expect(await detectGitRemote(join(folder, 'nowhere'))).toBeUndefined();
  });
});
