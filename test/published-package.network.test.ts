import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

  test('shows a project full of escape sequences and markup as text, in every format', async () => {
    const project = join(temporary.path, 'hostile');
    const evil = '\u001b[2J\u009b31m\u202e</script><script>alert(1)</script>\r\n::error::forged\n##vso[task.complete]';
    const files = {
      'package.json': JSON.stringify({
        name: `n8n-nodes-${evil}`,
        version: evil,
        keywords: [evil],
        n8n: { nodes: [evil] },
      }),
      'README.md': `# ${evil}\n\n_List the operations ${evil}\n`,
      'nodes/Evil/Evil.node.ts': `const a: number = '${evil.replaceAll(/[\r\n]/g, ' ')}';\nimport fs from 'fs${evil.slice(0, 8)}';\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    const reports = ['json', 'sarif', 'junit', 'github'];
    const paths = reports.map((format) => join(temporary.path, `hostile.${format}`));
    const asked = reports.flatMap((format, index) => ['--report', `${format}=${paths[index]}`]);
    const flags = ['verify', '--local', '--cwd', project, '--type', 'n8n-node'];
    const text = await service(...flags, ...asked);
    const document = await service(...flags, '--json');
    const written = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    for (const shown of [text.stdout, text.stderr, document.stdout, document.stderr, ...written]) {
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|^\s*::error::|##vso\[/m);
    }
    expect(text.stdout).toContain('\\x1b[2J\\x9b31m\\u202e</script>');
    expect(written[2]).not.toContain('<script');
    expect([text.exitCode, document.exitCode]).toEqual([1, 1]);
  });

  test('leads an author from an empty folder to a plugin that passes its tests', async () => {
    const author = {
      cwd: join(home, 'obsidian'),
      env: { PATH: `${join(home, 'node_modules/.bin')}:${process.env['PATH']}` },
    };
    expect((await service('plugin', 'new', 'obsidian')).exitCode).toBe(0);
    const { exitCode, stdout } = await execa({ ...author, reject: false })`npm test`;
    expect(stdout).toContain('Plugin test passed');
    expect(exitCode).toBe(0);
  });

  test('has the pictures that its README shows', async () => {
    const installed = join(home, 'node_modules/service');
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures).toHaveLength(2);
    for (const path of pictures) expect((await stat(join(installed, path))).isFile()).toBe(true);
  });

  test('holds the licences of the packages that are built into it', async () => {
    const texts = await readFile(join(home, 'node_modules/service/dist/licenses.txt'), 'utf8');
    for (const name of ['typebox', 'execa', 'node-fetch', 'tapable']) {
      const [, text] = new RegExp(`^${name} \\d.*\\(MIT\\)\\n\\n([^-]+)`, 'm').exec(texts) ?? [];
      expect(text).toMatch(/copyright/i);
    }
  });

  test('has one kernel: a plugin makes its errors of the same class, and they are told as such', async () => {
    const plugin = `import { definePlugin, ServiceError } from 'service';
      export default definePlugin({
        name: 'mine',
        apply() {
          throw new ServiceError('INVALID_USAGE', 'The plugin says no', 'Ask it');
        },
      });`;
    await writeFile(join(home, 'refusing.mjs'), plugin);
    const { stderr, exitCode } = await service('verify', '--dry-run', '--plugin', './refusing.mjs');
    expect(stderr).toBe('Error: The plugin says no (INVALID_USAGE)\n  Ask it');
    expect(exitCode).toBe(2);
  });

  test('gives authors of plugins the kernel with its types', async () => {
    const module = "import { createKernel, definePlugin } from 'service';\n";
    const plugin = "console.log(createKernel({ plugins: [definePlugin({ name: 'mine' })] }).projectTypes.size);\n";
    await writeFile(join(home, 'plugin.mjs'), module + plugin);
    const { stdout } = await execa({ cwd: home })`${process.execPath} plugin.mjs`;
    expect(stdout).toBe('0');
  });
});
