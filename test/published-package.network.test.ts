import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type DirectoryResult, dir } from 'tmp-promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkEnvironment } from './cli/network-environment.ts';
import { servedCloud } from './cli/served-cloud.ts';
import { exampleWithoutOperations } from './cli/service-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

const compiler = join(root, 'node_modules/typescript-native/bin/tsc');

/** A Node.js on this machine that is too old; empty if there is none. */
const olderNode = await findOlderNode();

async function findOlderNode(): Promise<string> {
  const { stdout } = await execa({ reject: false })`which -a node`;
  for (const path of new Set(stdout.split('\n'))) {
    const version = await execa({ reject: false })`${path} --version`;
    if (Number(/^v(\d+)/.exec(version.stdout)?.[1]) < 24) return path;
  }
  return '';
}

/** The package as a user gets it: packed, and installed into an empty folder without this repository's tools. */
describe('the published package', () => {
  let temporary: DirectoryResult;
  let tarball: string;
  let home: string;

  beforeAll(async () => {
    temporary = await dir({ prefix: 'service-test-', unsafeCleanup: true });
    // Sandboxed processes of root are other users, who read the kits.
    await chmod(temporary.path, 0o755);
    // Without scripts: they would build the files anew that other tests run; `npm ci` and the setup of tests have built them.
    await execa({ cwd: root })`npm pack --ignore-scripts --pack-destination ${temporary.path}`;
    const [name = ''] = (await readdir(temporary.path)).filter((file) => file.endsWith('.tgz'));
    tarball = join(temporary.path, name);
    home = join(temporary.path, 'home');
    await mkdir(home);
    await writeFile(join(home, 'package.json'), '{ "private": true }');
    await execa({ cwd: home })`npm install --no-audit --no-fund ${tarball}`;
  });
  afterAll(async () => {
    await temporary.cleanup();
  });

  const service = (...args: string[]) =>
    execa({
      cwd: home,
      env: kits(),
      reject: false,
    })`${process.execPath} ${join(home, 'node_modules/.bin/service')} ${args}`;
  /** Empty until the first run that needs n8n. */
  const kits = () => ({ SERVICE_KITS_DIR: join(temporary.path, 'kits') });

  test('contains only what runs, its documentation and the license', async () => {
    const { stdout } = await execa`tar -tzf ${tarball}`;
    const shipped = new Set(stdout.split('\n').map((path) => path.split('/')[1]));
    const documents = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'UPGRADING.md'];
    const folders = ['action.yml', 'dist', 'docs', 'examples', 'package.json'];
    expect([...shipped].sort()).toEqual([...documents, ...folders]);
  });

  test('is packed as bundlers and Node expect', async () => {
    const packed = join(temporary.path, 'packed');
    await mkdir(packed);
    await execa`tar -xzf ${tarball} -C ${packed} --strip-components=1`;
    const { messages, pkg } = await publint({ pkgDir: packed });
    // The examples are packages of their own.
    const told = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? '');
    expect(told.filter((text) => !text.startsWith('./examples/'))).toEqual([]);
  });

  test('installs few and small packages, without scripts and without n8n', async () => {
    const modules = join(home, 'node_modules');
    const lock: Lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
    const installed = Object.entries(lock.packages);
    expect(installed.filter(([path, { hasInstallScript }]) => hasInstallScript || /n8n/.test(path))).toEqual([]);
    expect(installed.length).toBeLessThanOrEqual(60);
    let bytes = 0;
    for (const entry of await readdir(modules, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
    expect(bytes / 1e6).toBeLessThanOrEqual(150);
  });

  test('runs installed globally, without scripts, and by npx', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const prefix = join(temporary.path, 'global');
    await execa`npm install --global --prefix ${prefix} --ignore-scripts --no-audit --no-fund ${tarball}`;
    expect((await execa(join(prefix, 'bin/service'), ['--version'])).stdout).toBe(version);
    // npx keeps what it installs in npm's cache.
    const env = { npm_config_cache: join(temporary.path, 'cache') };
    const npx = await execa({ cwd: temporary.path, env })`npx --yes --package ${tarball} service --version`;
    expect(npx.stdout).toBe(version);
  });

  test.skipIf(!olderNode)('says on an older Node.js which version is needed', async () => {
    const { exitCode, stderr } = await execa({
      reject: false,
    })`${olderNode} ${join(home, 'node_modules/.bin/service')}`;
    expect(stderr).toMatch(/^Error: service requires Node\.js 24 or newer; this is \d/);
    expect(exitCode).toBe(2);
  });

  test('verifies a project on this machine', async () => {
    const cwd = join(root, 'examples/passing-node');
    const { stdout, stderr, exitCode } = await service('verify', '--local', '--no-cache', '--cwd', cwd);
    expect(stdout + stderr).toContain('Installing n8n-');
    expect(stdout).toMatch(/^Verification passed: (\d+) of \1 checks passed$/m);
    expect(exitCode).toBe(0);
  });

  test('fails a project that deserves it, without installing n8n again', async () => {
    const cwd = join(root, 'examples/failing-node');
    const { stdout, stderr, exitCode } = await service('verify', '--local', '--no-cache', '--cwd', cwd, '--json');
    expect(stderr).not.toContain('Installing n8n-');
    const result: { status: string; checks: { name: string; message?: string }[] } = JSON.parse(stdout);
    expect(result.status).toBe('failed');
    expect(result.checks.filter(({ message }) => message?.startsWith('the check crashed'))).toEqual([]);
    expect(exitCode).toBe(1);
  });

  test('runs a cloud that verifies a project and a package', async () => {
    const folder = join(temporary.path, 'cloud');
    await mkdir(folder);
    const program = join(home, 'node_modules/verify-service/dist/cli/service.js');
    const env = { ...networkEnvironment, ...kits(), SERVICE_OFFLINE: '' };
    const cloud = await servedCloud(folder, env, ['--workers', '1'], program);
    try {
      const client = { SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url };
      const verify = (...args: string[]) =>
        execa({ cwd: home, env: client, reject: false })`${process.execPath} ${program} verify --no-logs ${args}`;
      const local = await verify('--cwd', await exampleWithoutOperations());
      expect(local.stdout).toMatch(/^Verification passed: \d+ of \d+ checks passed, 1 not run$/m);
      const published = await verify('--type', 'n8n-node', 'n8n-nodes-datastore@0.1.18');
      expect(published.stdout).toMatch(/^Verification (?:passed|failed): \d+ of \d+ checks passed/m);
      expect(published.stdout + published.stderr).not.toMatch(/crashed|RUNNER_ERROR/);
    } finally {
      expect(await cloud.stop()).toBe(0);
    }
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
    const installed = join(home, 'node_modules/verify-service');
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures).toHaveLength(2);
    for (const path of pictures) expect((await stat(join(installed, path))).isFile()).toBe(true);
  });

  test('contains the licenses of the packages that are built into it', async () => {
    const texts = await readFile(join(home, 'node_modules/verify-service/dist/licenses.txt'), 'utf8');
    for (const name of ['typebox', 'execa', 'node-fetch', 'tapable', 'fastify', 'pg']) {
      const [, text] = new RegExp(`^${name} \\d.*\\(MIT\\)\\n\\n([^-]+)`, 'm').exec(texts) ?? [];
      expect(text).toMatch(/copyright/i);
    }
    expect(texts).not.toMatch(/^(?:@n8n\/|n8n-)/m);
  });

  test('has one kernel: errors of plugins have the same class, and are reported as such', async () => {
    const plugin = `import { definePlugin, ServiceError } from 'verify-service';
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

  test('brings no other command than its own, which could replace one of a project', async () => {
    expect(await readdir(join(home, 'node_modules/.bin'))).toEqual(['service']);
  });

  test('gives authors of plugins the kernel with its types', async () => {
    const module = "import { createKernel, definePlugin } from 'verify-service';\n";
    const plugin = "console.log(createKernel({ plugins: [definePlugin({ name: 'mine' })] }).projectTypes.size);\n";
    await writeFile(join(home, 'plugin.mjs'), module + plugin);
    const { stdout } = await execa({ cwd: home })`${process.execPath} plugin.mjs`;
    expect(stdout).toBe('0');
    await writeFile(join(home, 'plugin.mts'), `${module}createKernel({ plugins: [definePlugin({ name: 1 })] });\n`);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const compiled = await execa({ cwd: home, reject: false })`${process.execPath} ${compiler} ${options} plugin.mts`;
    expect(compiled.stdout.split('\n')).toEqual([
      "plugin.mts(2,41): error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  test('lets programs verify a project, with types', async () => {
    const module = "import { verify } from 'verify-service';\n";
    const call = 'const { status, checks } = await verify({ cwd: process.argv[2] });\n';
    await writeFile(join(home, 'program.mjs'), `${module}${call}console.log(status, checks.length > 10);\n`);
    const example = await exampleWithoutOperations();
    const { stdout } = await execa({
      cwd: home,
      env: { XDG_CACHE_HOME: home },
    })`${process.execPath} program.mjs ${example}`;
    expect(stdout).toBe('success true');
    await writeFile(join(home, 'program.mts'), `${module}export const result: number = await verify({ cwd: '.' });\n`);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const compiled = await execa({ cwd: home, reject: false })`${process.execPath} ${compiler} ${options} program.mts`;
    expect(compiled.stdout).toMatch(
      /^program\.mts\(2,14\): error TS2322: Type 'VerifyProjectResult' is not assignable/,
    );
  });
});
