import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { launcher, ownEnvironment, temporaryFolder } from './service-process.ts';

/** The root of the repository, without a slash at its end. */
export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Somebody with a shell, a home of their own, and `service` installed beside their project; without a network. */
export interface ShellUser {
  /** Their project. */
  folder: string;
  env: Record<string, string>;
  /** Runs a script as a CI or a reader would; `sh` unless told. */
  run(script: string, options?: { shell?: 'bash' | 'sh'; env?: Record<string, string> }): Promise<Printed>;
}

export interface Printed {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/**
 * @param project a folder of examples/ that they have a copy of; else an empty folder
 * @param own where all of this is; a folder that goes with the test unless told
 */
export async function shellUser(project?: string, own?: string): Promise<ShellUser> {
  const place = own ?? (await temporaryFolder());
  const folder = join(place, 'project');
  if (project === undefined) await mkdir(folder);
  else await cp(join(repository, 'examples', project), folder, { recursive: true });
  await installService(folder);
  const { PATH, ...rest } = await ownEnvironment(place);
  const bin = join(folder, 'node_modules/.bin');
  const env = {
    ...rest,
    // The Node.js of these tests is also the user's, and so is the service that npx would find.
    PATH: [bin, dirname(process.execPath), PATH].join(':'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  return {
    folder,
    env,
    async run(script, { shell = 'sh', env: more = {} } = {}) {
      const options = {
        cwd: folder,
        extendEnv: false,
        env: { ...env, ...more },
        stdin: 'ignore',
        reject: false,
      } as const;
      const { exitCode, stdout, stderr } = await execa(shell, ['-e', '-c', script], { ...options, timeout: 600_000 });
      return { exitCode, stdout, stderr };
    },
  };
}

/** What `npm install --save-dev verify-service` would leave behind, as far as npx looks. */
async function installService(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await rm(modules, { recursive: true, force: true });
  const manifest = { name: 'verify-service', version: '0.1.0', bin: { service: 'service.sh' } };
  const command = `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`;
  await mkdir(join(modules, 'verify-service'), { recursive: true });
  await writeFile(join(modules, 'verify-service/package.json'), JSON.stringify(manifest));
  await writeFile(join(modules, 'verify-service/service.sh'), command, { mode: 0o755 });
  await mkdir(join(modules, '.bin'));
  await symlink('../verify-service/service.sh', join(modules, '.bin/service'));
}
