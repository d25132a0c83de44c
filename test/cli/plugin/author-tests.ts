import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

const built = new URL('../../../dist/cli/api.js', import.meta.url).href;

/**
 * Runs a plugin's own tests as its author does: with `node --test` in its folder, where `service` is installed. What is
 * installed here is a package that hands on what is built of this checkout.
 */
export async function runAuthorTests(folder: string) {
  const installed = join(folder, 'node_modules/verify-service');
  await mkdir(installed, { recursive: true });
  await writeFile(
    join(installed, 'package.json'),
    '{ "name": "verify-service", "type": "module", "exports": "./index.js" }',
  );
  await writeFile(join(installed, 'index.js'), `export * from ${JSON.stringify(built)};\n`);
  const { exitCode, stdout } = await execa(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: folder,
    extendEnv: false,
    env: { PATH: process.env['PATH'] ?? '' },
    reject: false,
  });
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { exitCode, passed: count('pass'), failed: count('fail'), stdout };
}
