import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { detectGitState } from '../../../cli/git/git-state.ts';
import { project, temporaryFolder } from '../service-process.ts';
import { committed } from './committed.ts';

const git = (cwd: string, ...args: string[]) => execa('git', args, { cwd });

async function repository(): Promise<{ folder: string; commit: string }> {
  const folder = await project({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n', '.gitignore': 'ignored\n' });
  return { folder, commit: await committed(folder) };
}

describe('detectGitState', () => {
  it('returns commit, branch and remote', async () => {
    const { folder, commit } = await repository();
    await git(folder, 'checkout', '--quiet', '-b', 'feature/x');
    await git(folder, 'remote', 'add', 'origin', 'https://me:secret@github.com/a/b.git');
    const state = {
      gitRemote: 'https://github.com/a/b.git',
      gitCommit: commit,
      gitBranch: 'feature/x',
      gitDirty: false,
    };
    expect(await detectGitState(folder)).toEqual(state);
    expect(await detectGitState(join(folder, 'deep'))).toEqual(state);
    await git(folder, 'pack-refs', '--all');
    expect(await detectGitState(folder)).toEqual(state);
  });

  it('returns no branch when HEAD is detached, and nothing before the first commit', async () => {
    const { folder, commit } = await repository();
    await git(folder, 'checkout', '--quiet', '--detach');
    expect(await detectGitState(folder)).toEqual({ gitCommit: commit, gitDirty: false });
    const empty = await temporaryFolder();
    await git(empty, 'init', '--quiet');
    expect(await detectGitState(empty)).toEqual({});
    expect(await detectGitState(await temporaryFolder())).toEqual({});
  });

  it('returns the branch of a worktree, not that of the main one', async () => {
    const { folder, commit } = await repository();
    const other = join(await temporaryFolder(), 'other');
    await git(folder, 'worktree', 'add', '--quiet', '-b', 'other', other);
    expect(await detectGitState(other)).toEqual({ gitCommit: commit, gitBranch: 'other', gitDirty: false });
  });

  it.each<[string, boolean, (folder: string) => Promise<unknown>]>([
    ['a changed file', true, (folder) => writeFile(join(folder, 'a.txt'), 'other\n')],
    ['a deleted file', true, (folder) => rm(join(folder, 'a.txt'))],
    ['a new file', true, (folder) => writeFile(join(folder, 'c.txt'), '')],
    [
      'a staged file',
      true,
      async (folder) => {
        await writeFile(join(folder, 'c.txt'), '');
        await git(folder, 'add', '.');
      },
    ],
    ['an ignored file', false, (folder) => writeFile(join(folder, 'ignored'), '')],
  ])('%s: dirty is %s', async (_name, dirty, change) => {
    const { folder } = await repository();
    await change(folder);
    expect((await detectGitState(folder)).gitDirty).toBe(dirty);
  });
});

describe('a hostile repository', () => {
  /** A repository with a program that leaves a mark, and a file that git has to read again. */
  async function trap() {
    const { folder, commit } = await repository();
    const marks = await temporaryFolder();
    const program = join(marks, 'program');
    await writeFile(program, `#!/bin/sh\ntouch '${marks}/started'\ncat\n`);
    await chmod(program, 0o755);
    await writeFile(join(folder, 'a.txt'), 'A\n');
    const started = async () => (await readdir(marks)).includes('started');
    return { folder, commit, program, started };
  }

  const traps: Record<string, (folder: string, program: string) => Promise<unknown>> = {
    'a monitor': (folder, program) => git(folder, 'config', 'core.fsmonitor', program),
    'a filter': async (folder, program) => {
      await git(folder, 'config', 'filter.x=y.clean', program);
      await writeFile(join(folder, '.gitattributes'), '* filter=x=y\n');
    },
    'a filter process': async (folder, program) => {
      await git(folder, 'config', 'filter.evil.process', program);
      await writeFile(join(folder, '.git/info/attributes'), '* filter=evil\n');
    },
    'a filter of an included file': async (folder, program) => {
      await writeFile(join(folder, 'more'), `[filter "evil"]\n\tclean = ${program}\n`);
      await git(folder, 'config', 'include.path', '../more');
      await writeFile(join(folder, '.gitattributes'), '* filter=evil\n');
    },
    'a hook': async (folder, program) => {
      await mkdir(join(folder, 'hooks'));
      await execa('cp', [program, join(folder, 'hooks/post-index-change')]);
      await git(folder, 'config', 'core.hooksPath', 'hooks');
    },
    'a submodule with a monitor': async (folder, program) => {
      const inner = join(folder, 'inner');
      await mkdir(inner);
      await committed(inner);
      await git(folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', './inner');
      await git(inner, 'config', 'core.fsmonitor', program);
    },
    'a remote that missing objects come from': async (folder, program) => {
      await git(folder, 'remote', 'add', 'origin', `ext::${program}`);
      await git(folder, 'config', 'core.repositoryFormatVersion', '1');
      await git(folder, 'config', 'extensions.partialClone', 'origin');
      await git(folder, 'config', 'protocol.ext.allow', 'always');
      await rm(join(folder, '.git/objects'), { recursive: true });
      await mkdir(join(folder, '.git/objects'));
    },
  };

  it.each(Object.keys(traps))('starts nothing: %s', async (name) => {
    const { folder, commit, program, started } = await trap();
    await traps[name]?.(folder, program);
    expect(await detectGitState(folder)).toMatchObject({ gitCommit: commit, gitBranch: 'main' });
    expect(await started()).toBe(false);
  });

  it('starts no git of the project, which npm puts first', async () => {
    const { folder, program, started } = await trap();
    const bin = join(folder, 'node_modules/.bin');
    await mkdir(bin, { recursive: true });
    await execa('cp', [program, join(bin, 'git')]);
    const path = process.env['PATH'];
    process.env['PATH'] = `${bin}:${path}`;
    try {
      expect((await detectGitState(folder)).gitDirty).toBe(true);
      expect(await started()).toBe(false);
      await execa('git', ['status'], { cwd: folder, input: '' });
      expect(await started()).toBe(true);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it.each(['a monitor', 'a filter', 'a filter process', 'a filter of an included file'])(
    'git alone would have started %s',
    async (name) => {
      const { folder, program, started } = await trap();
      await traps[name]?.(folder, program);
      await execa('git', ['status'], { cwd: folder, stdin: 'ignore', reject: false });
      expect(await started()).toBe(true);
    },
  );

  it.each([
    ['leads out of the folder', 'ref: refs/heads/../../../../etc/passwd'],
    ['leads nowhere', 'ref: refs/heads/missing'],
    ['is too long', 'x'.repeat(300_000)],
    ['is empty', ''],
  ])('returns nothing with a HEAD that %s', async (_name, head) => {
    const { folder } = await repository();
    await writeFile(join(folder, '.git/HEAD'), head);
    expect(await detectGitState(folder)).toEqual({});
  });
});
