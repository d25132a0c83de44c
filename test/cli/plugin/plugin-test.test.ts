import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, service } from '../service-process.ts';
import { testWrongUse } from '../wrong-use.ts';

/** A plugin with one rule: no file may be named `crumb`, and the check does what some other names ask for. */
const index = (more = '') => `
import { definePlugin } from 'verify-service';
export default definePlugin({
  name: 'bakery',
  projectTypes: [{ name: 'bakery', title: 'Bakery', checks: [{
    name: 'crumbs',
    title: 'There are no crumbs',
    modes: ['project'],
    rules: [{ code: 'crumb', title: 'A crumb', severity: 'error', why: 'Mice.', fix: 'Sweep.', bad: 'crumb', good: 'bread' }],
    *run({ files, skip }) {
      if (files.exists('skip')) skip('closed today');
      if (files.exists('crash')) throw new Error('the oven is cold');
      if (files.exists('crumb')) yield { code: 'crumb', message: 'There is a crumb' };
    },
  }] }],
  ${more}
});
`;

async function tested(files: Record<string, string>) {
  const cwd = await project({
    'index.js': index(),
    'package.json': '{ "name": "bakery-plugin", "type": "module", "exports": "./index.js" }',
    ...files,
  });
  const ended = await service(['plugin', 'test', '--json'], { cwd });
  expect(ended.left).toEqual([]);
  return { exitCode: ended.exitCode, report: JSON.parse(ended.stdout) };
}

const bad = { 'fixtures/crumb/bad/crumb': '' };
const good = { 'fixtures/crumb/good/bread': '' };

describe('plugin test', () => {
  it('prints what passes', async () => {
    // By the former name of the package as well.
    const former = index().replace("'verify-service'", "'service'");
    const cwd = await project({ 'index.js': former, 'package.json': '{ "type": "module" }', ...bad, ...good });
    const { exitCode, stdout, stderr } = await service(['plugin', 'test'], { cwd });
    expect(stdout).toBe(
      [
        'Plugin bakery',
        '✓ contract  names, texts, links, order of checks',
        '✓ crumb  bakery/crumbs, 1 bad, 1 good',
        'Plugin test passed',
        '',
      ].join('\n'),
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('prints what does not hold', async () => {
    const cwd = await project({
      'index.js': index()
        .replace("fix: 'Sweep.'", "fix: 'Sweep. '")
        .replace('There is a crumb', '\\x1b[2J::error::crumb'),
      'package.json': '{ "type": "module" }',
      'fixtures/crumb/good/crumb': '',
    });
    const { exitCode, stdout } = await service(['plugin', 'test'], { cwd });
    expect(stdout).toBe(
      [
        'Plugin bakery',
        '✗ contract  names, texts, links, order of checks',
        '    bakery/crumbs: crumb: fix has leading or trailing whitespace',
        '✗ crumb  bakery/crumbs, 0 bad, 1 good',
        '    missing fixtures/crumb/bad, a project that raises the code',
        '    fixtures/crumb/good raises the code: \\x1b[2J::error::crumb',
        'Plugin test failed: 2 of 2',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
  });

  it('finds a near miss that is missing, and projects that are for no code of the plugin', async () => {
    const { exitCode, report } = await tested({ ...bad, 'fixtures/crumbs/bad/crumb': '' });
    const faults = ['missing fixtures/crumb/good, a near miss that does not raise the code'];
    expect(report).toMatchObject({
      passed: false,
      unknown: ['fixtures/crumbs/bad'],
      rules: [{ code: 'crumb', faults }],
    });
    expect(exitCode).toBe(1);
  });

  it('finds projects that are not as their names say, and those that the check crashes over or skips', async () => {
    const { exitCode, report } = await tested({
      ...bad,
      ...good,
      'fixtures/crumb/bad-second/bread': '',
      'fixtures/crumb/good-second/crumb': '',
      'fixtures/crumb/good-third/crash': '',
      'fixtures/crumb/good-fourth/skip': '',
    });
    expect(report).toMatchObject({ passed: false, contract: [], unknown: [] });
    expect(report.rules[0].faults.sort()).toEqual([
      'fixtures/crumb/bad-second does not raise the code',
      'fixtures/crumb/good-fourth is inconclusive: skipped: closed today',
      'fixtures/crumb/good-second raises the code: There is a crumb',
      expect.stringMatching(
        /^fixtures\/crumb\/good-third is inconclusive: the check crashed: the oven is cold\n +at .*index\.js:\d+:\d+\)?$/m,
      ),
    ]);
    expect(exitCode).toBe(1);
  });

  it('loads a plugin next to it that it needs', async () => {
    const cwd = await project({
      'index.js': index("requires: ['flour'],"),
      'package.json': '{ "type": "module" }',
      'flour.js': "export default { name: 'flour' };",
      ...bad,
      ...good,
    });
    expect((await service(['plugin', 'test', '--plugin', './flour.js'], { cwd })).exitCode).toBe(0);
  });

  it('tests what a plugin adds in `apply` as well', async () => {
    const added = `apply(kernel) {
      kernel.hooks.checks.for('bakery').tap('bakery', (checks) => [
        ...checks,
        { ...checks[0], name: 'late', rules: [{ ...checks[0].rules[0], code: 'late-crumb' }] },
      ]);
    },`;
    const { report } = await tested({ 'index.js': index(added), ...bad, ...good });
    expect(report.rules.map(({ code, faults }: { code: string; faults: string[] }) => [code, faults.length])).toEqual([
      ['crumb', 0],
      ['late-crumb', 2],
    ]);
  });
});

const packageJson = { 'package.json': '{ "type": "module" }' };

describe('a plugin that cannot be tested', () => {
  testWrongUse(
    [
      {
        name: 'a folder that is not there',
        args: ['plugin', 'test', 'nowhere'],
        code: 'UNREADABLE_PATH',
        says: 'Cannot read nowhere',
      },
      {
        name: 'a folder without a module',
        args: ['plugin', 'test'],
        code: 'PLUGIN_NOT_LOADED',
        says: 'Cannot load plugin "',
      },
      {
        name: 'a module without a default export',
        args: ['plugin', 'test', 'plugin.js'],
        files: { ...packageJson, 'plugin.js': 'export const plugin = {};' },
        code: 'PLUGIN_NOT_LOADED',
        says: 'Cannot load plugin "',
      },
      {
        name: 'a plugin that throws while it is applied',
        args: ['plugin', 'test'],
        files: { ...packageJson, 'index.js': index("apply() { throw new Error('no flour'); },") },
        code: 'PLUGIN_FAILED',
        says: 'Plugin bakery: failed to apply: no flour',
      },
      {
        name: 'a plugin with a field that nobody reads',
        args: ['plugin', 'test'],
        files: { ...packageJson, 'index.js': index('check: [],') },
        code: 'PLUGIN_UNKNOWN_OPTION',
        says: 'Plugin bakery: unknown option "check"',
      },
      {
        name: 'a package.json that is not JSON',
        args: ['plugin', 'test'],
        files: { 'package.json': '{', 'index.js': index() },
        code: 'PLUGIN_NOT_LOADED',
        says: 'Cannot load plugin "',
      },
    ],
    service,
  );

  it('names the module, and why', async () => {
    const cwd = await project({ ...packageJson, 'plugin.js': 'export const plugin = {};' });
    const { stderr } = await service(['plugin', 'test', './plugin.js'], { cwd });
    expect(stderr).toContain(`Cannot load plugin "${join(cwd, 'plugin.js')}": no default export`);
  });
});
