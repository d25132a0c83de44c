import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type DirectoryResult, dir } from 'tmp-promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The package as a user gets it: packed, and installed into an empty folder without this repository's tools. */
describe('the published package', () => {
  let temporary: DirectoryResult;
  let tarball: string;
  let home: string;

  beforeAll(async () => {
    temporary = await dir({ prefix: 'service-test-', unsafeCleanup: true });
    await execa({ cwd: root })`npm pack --pack-destination ${temporary.path}`;
    const [name = ''] = (await readdir(temporary.path)).filter((file) => file.endsWith('.tgz'));
    tarball = join(temporary.path, name);
    home = join(temporary.path, 'home');
    await mkdir(home);
    await writeFile(join(home, 'package.json'), '{ "private": true }');
    await execa({ cwd: home })`npm install --ignore-scripts --no-audit --no-fund ${tarball}`;
  });
  afterAll(async () => {
    await temporary.cleanup();
  });

  const service = (...args: string[]) =>
    execa({ cwd: home, reject: false })`${process.execPath} ${join(home, 'node_modules/.bin/service')} ${args}`;

  test('holds nothing but what runs, its documentation and the licence', async () => {
    const { stdout } = await execa`tar -tzf ${tarball}`;
    const shipped = new Set(stdout.split('\n').map((path) => path.split('/')[1]));
    expect([...shipped].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']);
  });

  test('is packed as bundlers and Node expect', async () => {
    const packed = join(temporary.path, 'packed');
    await mkdir(packed);
    await execa`tar -xzf ${tarball} -C ${packed} --strip-components=1`;
    const { messages, pkg } = await publint({ pkgDir: packed });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('verifies a project on this machine', async () => {
    const { stdout, exitCode } = await service('verify', '--local', '--cwd', join(root, 'examples/passing-node'));
    expect(stdout).toMatch(/^Verification passed: (\d+) of \1 checks passed$/m);
    expect(exitCode).toBe(0);
  });

  test('fails a project that deserves it', async () => {
    const { stdout, exitCode } = await service(
      'verify',
      '--local',
      '--cwd',
      join(root, 'examples/failing-node'),
      '--json',
    );
    const result: { status: string; checks: { name: string; message?: string }[] } = JSON.parse(stdout);
    expect(result.status).toBe('failed');
    expect(result.checks.filter(({ message }) => message?.startsWith('the check crashed'))).toEqual([]);
    expect(exitCode).toBe(1);
  });

  test('gives authors of plugins the kernel with its types', async () => {
    const module = "import { createKernel, definePlugin } from 'service';\n";
    const plugin = "console.log(createKernel({ plugins: [definePlugin({ name: 'mine' })] }).projectTypes.size);\n";
    await writeFile(join(home, 'plugin.mjs'), module + plugin);
    const { stdout } = await execa({ cwd: home })`${process.execPath} plugin.mjs`;
    expect(stdout).toBe('0');
  });
});
