import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { atTerminal } from '../cli/at-terminal.ts';
import { project, temporaryFolder } from '../cli/service-process.ts';
import { safeCommand } from './safe-command.ts';
import { useWatch } from './watch.ts';

const watch = useWatch();
const safely = safeCommand(watch);

const plugin = `
  import './beside.mjs';
  import 'installed';
  export default { name: 'house', projectTypes: [{ name: 'house', title: 'House', checks: [] }] };`;
const mark = "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('../ran', import.meta.url), '');";

/** A project with a plugin that leaves a mark when it runs. */
async function withPlugin(files: Record<string, string> = {}): Promise<string> {
  return project({
    'package.json': '{ "name": "n8n-nodes-x", "version": "1.0.0", "n8n": { "nodes": [] } }',
    '.service/config.json': '{ "plugins": ["./rules/plugin.mjs"] }',
    'rules/plugin.mjs': plugin,
    'rules/beside.mjs': mark,
    'node_modules/installed/package.json': '{ "name": "installed", "main": "index.js" }',
    'node_modules/installed/index.js': "require('./deep.js');",
    'node_modules/installed/deep.js': '',
    ...files,
  });
}

const hasRun = (cwd: string) => existsSync(join(cwd, 'ran'));

describe('a plugin that only the project names', () => {
  test.each([
    [['verify', '--local', '--dry-run']],
    [['verify', '--dry-run']],
    [['checks']],
    [['explain', 'house-rule']],
  ])('does not run for %j, with a message', async (args) => {
    const cwd = await withPlugin();
    const { stderr } = await safely(args, { cwd });
    expect(hasRun(cwd)).toBe(false);
    expect(stderr).toMatch(/skipped \.\/rules\/plugin\.mjs|the cloud runs its own copies/);
  });

  test('is reported as not checked in the result, the summary and the text', async () => {
    const cwd = await withPlugin();
    const { stdout, stderr } = await safely(['verify', '--local', '--json'], { cwd });
    const { checks, summary } = JSON.parse(stdout);
    expect(checks.at(-1)).toMatchObject({
      name: 'plugins',
      passed: true,
      message: expect.stringMatching(/^skipped: not allowed to run .*\.\/rules/),
    });
    expect(summary).toMatch(/, \d+ not run/);
    expect(stderr).toContain('--allow-plugins');
    expect((await safely(['verify', '--local'], { cwd })).stdout).toContain(
      'plugins not run: not allowed to run (see --allow-plugins): ./rules/plugin.mjs',
    );
    expect(hasRun(cwd)).toBe(false);
  });

  test.each([
    ['a pipe', (path: string) => execa('mkfifo', [path])],
    ['a link to a device', (path: string) => symlink('/dev/zero', path)],
    ['nothing', async () => {}],
  ])('and is %s is not looked for', async (_, plant) => {
    const cwd = await withPlugin();
    await rm(join(cwd, 'rules/plugin.mjs'));
    await plant(join(cwd, 'rules/plugin.mjs'));
    expect((await safely(['checks'], { cwd })).exitCode).toBe(0);
  });

  test('runs with --allow-plugins, or if a flag names it', async () => {
    const cwd = await withPlugin();
    expect((await safely(['checks', '--allow-plugins'], { cwd })).stdout).toContain('house  House');
    expect(hasRun(cwd)).toBe(true);
    const other = await withPlugin({ '.service/config.json': '{}' });
    expect((await safely(['checks', '--plugin', './rules/plugin.mjs'], { cwd: other })).stdout).toContain(
      'house  House',
    );
  });

  test('can not allow itself', async () => {
    const cwd = await withPlugin({ '.config/service/allowed-plugins.json': '{ "allowed": {} }' });
    const once = await atTerminal(['checks'], {
      cwd,
      env: { HOME: cwd, XDG_CONFIG_HOME: '' },
      answers: [['Run them?', 'y']],
    });
    expect(once.screen).toContain('(NO_HOME_FOLDER)');
    expect(hasRun(cwd)).toBe(false);
  });
});

describe('a plugin that the user allowed at a terminal', () => {
  /** What is changed in the project afterwards. */
  const changes: [string, (cwd: string) => Promise<unknown>][] = [
    ['its module', (cwd) => writeFile(join(cwd, 'rules/plugin.mjs'), `${plugin}\n`)],
    ['a module that it imports', (cwd) => writeFile(join(cwd, 'rules/beside.mjs'), `${mark}\n`)],
    ['a package that it imports', (cwd) => writeFile(join(cwd, 'node_modules/installed/index.js'), '1;')],
    ['a module of that package', (cwd) => writeFile(join(cwd, 'node_modules/installed/deep.js'), '1;')],
    [
      'which module that package means',
      (cwd) => writeFile(join(cwd, 'node_modules/installed/package.json'), '{ "main": "deep.js" }'),
    ],
    [
      'the list of plugins',
      (cwd) =>
        writeFile(join(cwd, '.service/config.json'), '{ "plugins": ["./rules/plugin.mjs", "./rules/beside.mjs"] }'),
    ],
    [
      'a link in its place',
      async (cwd) => {
        await writeFile(join(cwd, 'other.mjs'), mark);
        await rm(join(cwd, 'rules/beside.mjs'));
        await symlink('../other.mjs', join(cwd, 'rules/beside.mjs'));
      },
    ],
  ];

  test('runs again without a question, and not once anything of it has changed', async () => {
    const XDG_CONFIG_HOME = await temporaryFolder();
    const env = { XDG_CONFIG_HOME };
    const place = await temporaryFolder();
    const cwd = join(place, 'project');
    const pristine = join(place, 'pristine');
    await rename(await withPlugin(), pristine);
    await execa('cp', ['-r', pristine, cwd]);
    const asked = await atTerminal(['checks'], { cwd, env, answers: [['Run them?', 'y']] });
    expect(asked.screen).toContain('./rules/plugin.mjs');
    expect(asked.screen).toContain('house  House');
    expect(hasRun(cwd)).toBe(true);

    const again = await safely(['checks'], { cwd, env });
    expect(again.stdout).toContain('house  House');
    for (const [what, change] of changes) {
      await rm(cwd, { recursive: true });
      await execa('cp', ['-r', pristine, cwd]);
      await change(cwd);
      const { stdout, stderr } = await safely(['checks'], { cwd, env });
      expect(stderr, what).toContain('have changed since you allowed them');
      expect(stdout, what).not.toContain('house  House');
      expect(hasRun(cwd), what).toBe(false);
    }
    expect((await safely(['checks'], { cwd: pristine, env })).stderr).toContain('not allowed to run');

    // Others could have written it themselves.
    await rm(cwd, { recursive: true });
    await rename(pristine, cwd);
    await chmod(join(XDG_CONFIG_HOME, 'service/allowed-plugins.json'), 0o666);
    expect((await safely(['checks'], { cwd, env })).stderr).toContain('not allowed to run');
  });

  test('imports only what was shown before', async () => {
    const env = { XDG_CONFIG_HOME: await temporaryFolder() };
    const cwd = await withPlugin({
      'rules/plugin.mjs': `import { readdirSync } from 'node:fs';
        for (const name of readdirSync(new URL('./more', import.meta.url))) await import('./more/' + name);
        ${plugin}`,
    });
    await mkdir(join(cwd, 'rules/more'));
    const { screen } = await atTerminal(['checks'], { cwd, env, answers: [['Run them?', 'y']] });
    expect(screen).toContain('house  House');
    await rm(join(cwd, 'ran'));
    await writeFile(join(cwd, 'rules/more/new.mjs'), mark.replace('../ran', '../../evil'));
    const { exitCode, stderr } = await safely(['checks'], { cwd, env });
    expect(stderr).toContain('new.mjs is not part of the plugin code that you allowed');
    expect(exitCode).toBe(2);
    expect(existsSync(join(cwd, 'evil'))).toBe(false);
  });

  test.each([['n'], ['\r'], ['\u0003']])('does not run after the answer %j', async (answer) => {
    const XDG_CONFIG_HOME = await temporaryFolder();
    const cwd = await withPlugin();
    const { exitCode } = await atTerminal(['checks'], {
      cwd,
      env: { XDG_CONFIG_HOME },
      answers: [['Run them?', answer]],
    });
    expect(hasRun(cwd)).toBe(false);
    expect(exitCode).toBe(answer === '\u0003' ? 130 : 0);
    await expect(readFile(join(XDG_CONFIG_HOME, 'service/allowed-plugins.json'))).rejects.toThrow();
  });

  test('is not asked for in CI', async () => {
    const cwd = await withPlugin();
    const { screen } = await atTerminal(['checks'], { cwd, env: { CI: 'true' }, answers: [] });
    expect(screen).toContain('not allowed to run');
    expect(hasRun(cwd)).toBe(false);
  });
});

watch.watched();
