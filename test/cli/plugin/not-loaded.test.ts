import { expect, it } from 'vitest';
import { project, service } from '../service-process.ts';
import { toyProject } from '../toy-project.ts';
import { testWrongUse } from '../wrong-use.ts';

const verify = ['verify', '--local', '--plugin', './p.mjs'];
const never = 'it never finishes loading, because it awaits something that never happens';
const hanging = { 'package.json': '{}', 'p.mjs': 'await new Promise(() => {}); export default {};' };

testWrongUse(
  [
    ...[
      verify,
      ['verify', '--plugin', './p.mjs'],
      ['checks', '--plugin', './p.mjs'],
      ['serve', '--plugin', './p.mjs'],
    ].map((args) => ({
      name: `a plugin of \`${args.slice(0, 2).join(' ')}\` that never finishes loading`,
      args,
      files: hanging,
      code: 'PLUGIN_NOT_LOADED',
      says: `Cannot load plugin "./p.mjs": ${never}`,
      next: 'Fix the plugin, or name another module or package.',
    })),
    {
      name: 'a plugin of the configuration that never finishes loading',
      args: ['verify', '--local', '--allow-plugins'],
      files: { ...hanging, '.service/config.json': '{ "plugins": ["./p.mjs"] }' },
      code: 'INVALID_CONFIG',
      says: `.service/config.json:1:15: cannot load plugin "./p.mjs": ${never}`,
    },
    {
      name: 'a plugin of `serve` that throws while it is applied',
      args: ['serve', '--port', '0', '--plugin', './p.mjs'],
      files: {
        'package.json': '{}',
        'p.mjs': 'export default { name: "p", apply() { throw new Error("no flour"); } }',
      },
      code: 'PLUGIN_FAILED',
      says: 'Plugin p: failed to apply: no flour',
    },
    {
      name: 'a plugin that ends the process while it is loaded',
      args: verify,
      files: { 'package.json': '{}', 'p.mjs': 'process.exit(0);' },
      code: 'PLUGIN_NOT_LOADED',
      says: 'Cannot load plugin "./p.mjs": it called process.exit',
    },
    {
      name: 'a plugin with a syntax error',
      args: verify,
      files: { 'package.json': '{}', 'p.mjs': 'import "./a.mjs";', 'a.mjs': 'let a;\nlet b = ;' },
      code: 'PLUGIN_NOT_LOADED',
      says: 'Cannot load plugin "./p.mjs": Unexpected token \';\' (a.mjs:2)',
    },
    {
      name: 'a plugin in CommonJS with a syntax error',
      args: ['verify', '--local', '--plugin', './p.cjs'],
      files: { 'package.json': '{}', 'p.cjs': '\n\nlet b = ;' },
      code: 'PLUGIN_NOT_LOADED',
      says: 'Cannot load plugin "./p.cjs": Unexpected token \';\' (p.cjs:3)',
    },
    {
      name: 'a plugin that throws in a function of Node.js',
      args: verify,
      files: { 'package.json': '{}', 'p.mjs': '\nJSON.parse("[");' },
      code: 'PLUGIN_NOT_LOADED',
      says: 'Cannot load plugin "./p.mjs": Unexpected end of JSON input (p.mjs:2)',
    },
    {
      name: 'a plugin that imports a missing name',
      args: verify,
      files: { 'package.json': '{}', 'p.mjs': '\nimport { a } from "./a.mjs";', 'a.mjs': '' },
      code: 'PLUGIN_NOT_LOADED',
      says: `Cannot load plugin "./p.mjs": The requested module './a.mjs' does not provide an export named 'a' (p.mjs:2)`,
    },
    {
      name: 'a file that is named like a package',
      args: ['verify', '--local', '--plugin', 'plugins/p.mjs'],
      files: { 'package.json': '{}', 'plugins/p.mjs': 'export default {};' },
      code: 'PLUGIN_NOT_LOADED',
      says: 'Cannot load plugin "plugins/p.mjs": no package has this name; to load the file or folder, write "./plugins/p.mjs"',
    },
  ],
  service,
);

it('prints one document with --json, also if the plugin ends the process', async () => {
  const cwd = await project({ 'package.json': '{}', 'p.mjs': 'process.exit(0);' });
  const { exitCode, stdout } = await service([...verify, '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'PLUGIN_NOT_LOADED' } });
  expect(exitCode).toBe(2);
});

it('is an error if a plugin ends the process before there is a result', async () => {
  const cwd = await project({
    'package.json': '{}',
    'p.mjs': 'export default { name: "p", apply() { process.exit(0); } };',
  });
  const { exitCode, stderr } = await service(verify, { cwd });
  expect(stderr).toContain(
    'Error: The command ended without a result: a plugin may have called process.exit (RUNNER_ERROR)',
  );
  expect(exitCode).toBe(1);
});

it('keeps the exit code of a result when a plugin ends the process after it', async () => {
  const cwd = await toyProject({
    'src/crash': 'no luck',
    'p.mjs': 'process.on("beforeExit", () => process.exit(0)); export default { name: "p" };',
  });
  const { exitCode, stdout } = await service([...verify, '--allow-plugins'], { cwd });
  expect(stdout).toContain('Verification failed: ');
  expect(exitCode).toBe(1);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'ends on %s while a plugin that never stops computing is loaded',
  async (name) => {
    const cwd = await project({
      'package.json': '{}',
      'p.mjs': 'import { writeSync } from "node:fs"; writeSync(2, "computing"); for (;;);',
    });
    const { signal } = await service(verify, {
      cwd,
      during: (child) => child.stderr.once('data', () => child.kill(name)),
    });
    expect(signal).toBe(name);
  },
);
