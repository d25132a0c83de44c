import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servedCloud } from '../served-cloud.ts';
import { project, service, serviceHere, temporaryFolder } from '../service-process.ts';

it('a new plugin verifies projects of its type in a cloud that has it', async () => {
  const folder = await temporaryFolder();
  await serviceHere(['plugin', 'new', 'bakery'], { cwd: folder });
  const plugin = join(folder, 'bakery');
  const cloud = await servedCloud(folder, {}, ['--plugin', plugin]);
  try {
    const cwd = await project({
      'package.json': '{\n  "name": "rolls",\n  "keywords": ["bakery"]\n}\n',
      'README.md': '# Rolls\n\n```sh\nbake\n```\n',
    });
    const access = ['--base-url', cloud.url, '--api-key', cloud.key];
    const verify = (...flags: string[]) => service(['verify', '--no-logs', ...access, ...flags], { cwd });

    const failing = await verify('--plugin', plugin);
    expect(failing.stdout).toContain('Project type: bakery (auto-detected)');
    expect(failing.stdout).toContain('package.json:1:1  error  bakery-description-missing');
    expect(failing.stdout).toContain('Verification failed: 1 of 2 checks passed');
    expect(failing.exitCode).toBe(1);

    // Without the plugin the command does not know the type, and says so before anything is sent.
    const unknown = await verify('--type', 'bakery');
    expect(unknown.stderr).toContain('(INVALID_TYPE)');
    expect(unknown.exitCode).toBe(2);
  } finally {
    expect(await cloud.stop()).toBe(0);
  }
});

it.each([
  [
    'throws while it is applied',
    "export default { name: 'bakery', apply() { throw new Error('no flour'); } }",
    'PLUGIN_FAILED',
  ],
  ['has no default export', 'export const bakery = 1', 'PLUGIN_NOT_LOADED'],
])('a cloud does not start with a plugin that %s', async (_, source, code) => {
  const cwd = await project({ 'plugin.mjs': source });
  const { exitCode, stderr, stdout } = await service(
    ['serve', '--port', '0', '--data', join(cwd, 'data'), '--plugin', './plugin.mjs'],
    { cwd },
  );
  expect(stderr).toContain(`(${code})`);
  expect(stdout).not.toContain('Listening');
  expect(exitCode).toBe(2);
});
