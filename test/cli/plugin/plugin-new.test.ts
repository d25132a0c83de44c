import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, service, serviceHere, temporaryFolder } from '../service-process.ts';
import { testWrongUse } from '../wrong-use.ts';
import { runAuthorTests } from './author-tests.ts';

async function newPlugin(name: string, ...flags: string[]): Promise<string> {
  const parent = await temporaryFolder();
  const { exitCode, stderr } = await serviceHere(['plugin', 'new', name, ...flags], { cwd: parent });
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return join(parent, name);
}

describe('plugin new', () => {
  it('creates a package that passes the contract and its own tests, which fail when a check is broken', async () => {
    const plugin = await newPlugin('bakery');
    const { exitCode, stdout, left } = await service(['plugin', 'test', plugin, '--json']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ plugin: 'bakery', passed: true, contract: [], unknown: [] });
    expect(report.rules.map(({ code }: { code: string }) => code)).toEqual([
      'bakery-description-missing',
      'bakery-readme-missing',
      'bakery-readme-example-missing',
    ]);
    expect(exitCode).toBe(0);
    expect(left).toEqual([]);
    const tests = await runAuthorTests(plugin);
    expect(tests.stdout).not.toContain('not ok');
    expect(tests).toMatchObject({ exitCode: 0, failed: 0 });
    expect(tests.passed).toBeGreaterThan(4);
    const path = join(plugin, 'checks/readme.js');
    await writeFile(path, (await readFile(path, 'utf8')).replace("!files.exists('README.md')", 'false'));
    expect(await runAuthorTests(plugin)).toMatchObject({ exitCode: 1 });
  });

  it.each([
    ['by the path of its folder', 'plugins', './plugins/bakery'],
    ['that is installed, by its name', 'node_modules', 'bakery'],
  ])('creates a plugin that a project can use: %s', async (_, parent, plugins) => {
    const cwd = await project({
      'package.json': '{ "name": "rolls", "keywords": ["bakery"] }\n',
      '.service/config.json': JSON.stringify({ plugins: [plugins] }),
    });
    await mkdir(join(cwd, parent));
    await serviceHere(['plugin', 'new', 'bakery'], { cwd: join(cwd, parent) });
    const { exitCode, stdout } = await service(['verify', '--local', '--allow-plugins', '--no-logs'], { cwd });
    expect(stdout).toContain('Project type: bakery (auto-detected)');
    expect(stdout).toContain('package.json:1:1  error  bakery-description-missing');
    expect(stdout).toContain('Verification failed: 0 of 2 checks passed');
    expect(exitCode).toBe(1);
  });

  it('prints the created files as a document', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await serviceHere(['plugin', 'new', 'bakery', '--json'], { cwd });
    const { name, folder, files } = JSON.parse(stdout);
    expect(name).toBe('bakery');
    expect(folder).toBe(join(cwd, 'bakery'));
    expect(files).toContain('package.json');
    for (const path of files) expect(await readFile(join(folder, path), 'utf8')).not.toContain('{{');
  });

  it('accepts an existing empty folder', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'bakery'));
    expect((await serviceHere(['plugin', 'new', 'bakery'], { cwd })).exitCode).toBe(0);
    expect(await readdir(join(cwd, 'bakery'))).toContain('index.js');
  });

  it('rejects a folder that is not empty', async () => {
    const cwd = await project({ 'bakery/.hidden': 'mine' });
    const { exitCode, stderr, stdout } = await serviceHere(['plugin', 'new', 'bakery', '--json'], { cwd });
    expect(JSON.parse(stdout).error.code).toBe('FOLDER_NOT_EMPTY');
    expect(stderr).toContain(join(cwd, 'bakery'));
    expect(await readdir(join(cwd, 'bakery'))).toEqual(['.hidden']);
    expect(exitCode).toBe(2);
  });
});

describe('plugin new --extends', () => {
  const newRules = () => newPlugin('bakery', '--extends', 'n8n-node');

  it('creates a package that passes the contract and its own tests, which fail when the check is broken', async () => {
    const plugin = await newRules();
    const { exitCode, stdout } = await service(['plugin', 'test', plugin, '--json']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ plugin: 'bakery', passed: true, contract: [], unknown: [] });
    expect(report.rules).toMatchObject([
      { code: 'bakery-support-missing', projectType: 'n8n-node' },
      { code: 'bakery-todo', projectType: 'n8n-node' },
    ]);
    expect(exitCode).toBe(0);
    expect(await runAuthorTests(plugin)).toMatchObject({ exitCode: 0, failed: 0, passed: 3 });
    const path = join(plugin, 'checks/rules.js');
    await writeFile(path, (await readFile(path, 'utf8')).replace('TODO\\b/', 'DONE/'));
    expect((await service(['plugin', 'test'], { cwd: plugin })).exitCode).toBe(1);
  });

  it('creates a check that runs in addition to those of the project type', async () => {
    const plugin = await newRules();
    const cwd = await project({
      'package.json': '{\n  "name": "n8n-nodes-x",\n  "version": "1.0.0"\n}\n',
      'nodes/X.node.ts': 'export class X {} // TODO\n',
      '.service/config.json': JSON.stringify({ plugins: [plugin] }),
    });
    const { stdout } = await service(['verify', '--local', '--allow-plugins', '--no-logs'], { cwd });
    expect(stdout).toContain('✗ bakery-rules: 1 error, 1 warning');
    expect(stdout).toContain('package.json:2:11  error  bakery-support-missing');
    expect(stdout).toContain('nodes/X.node.ts:1:19  warning  bakery-todo');
    expect(stdout).toContain('✗ manifest: ');
  });
});

describe('a new plugin that cannot be made', () => {
  const wrongName = (name: string, says: string) => ({
    name: `the name ${JSON.stringify(name)}`,
    args: ['plugin', 'new', name],
    code: 'INVALID_PLUGIN_NAME',
    says,
  });
  testWrongUse([
    wrongName('Bakery', 'Invalid plugin name "Bakery"'),
    wrongName('../bakery', 'Invalid plugin name "../bakery"'),
    wrongName('n8n-node', 'Invalid plugin name "n8n-node": the name is reserved'),
    wrongName('b'.repeat(101), `Invalid plugin name "${'b'.repeat(101)}": longer than`),
    {
      name: 'a file in its place',
      args: ['plugin', 'new', 'bakery'],
      files: { bakery: 'bread' },
      code: 'FOLDER_NOT_EMPTY',
      says: 'Target is not an empty folder',
    },
    ...['n8n-workflow', 'deno'].map((type) => ({
      name: `for the type ${type}`,
      args: ['plugin', 'new', 'bakery', '--extends', type],
      code: 'INVALID_USAGE',
      says: `Invalid --extends "${type}"; use one of: n8n-node`,
    })),
    {
      name: 'no name',
      args: ['plugin', 'new'],
      code: 'INVALID_USAGE',
      says: 'Missing argument <name> for `service plugin new`',
    },
  ]);
});
