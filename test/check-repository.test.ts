import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './cli/service-process.ts';

const script = new URL('../check-repository.ts', import.meta.url);

/** Runs what `npm publish` runs first, in a checkout with this remote. */
async function publish(repository: unknown, remote: string) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, '.git/config'), `[remote "origin"]\n\turl = ${remote}\n`);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ repository }));
  return execa({ reject: false })`${process.execPath} ${script.pathname} ${folder}`;
}

describe('npm publish', () => {
  it.each([
    ['github:acme/verify', 'git@github.com:acme/verify.git'],
    ['acme/verify', 'https://github.com/acme/verify'],
    [{ type: 'git', url: 'git+https://github.com/Acme/verify.git' }, 'https://token@github.com/acme/verify.git'],
  ])('publishes %o from %s', async (repository, remote) => {
    expect(await publish(repository, remote)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([undefined, 'github:acme/other', '', {}])('stops before it publishes a link to %o', async (repository) => {
    const { exitCode, stderr } = await publish(repository, 'git@github.com:acme/verify.git');
    expect(stderr).toContain('Run: npm pkg set repository=github:acme/verify');
    expect(exitCode).toBe(1);
  });

  it('stops in a checkout without a remote', async () => {
    expect(await publish('github:acme/verify', '')).toMatchObject({ exitCode: 1 });
  });
});
