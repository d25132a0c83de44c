import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { launcher } from '../cli/service-process.ts';
import { repository, type ShellUser, shellUser } from '../cli/shell-user.ts';
import type { LocalRegistry } from '../runner/source/local-registry.ts';
import { entry, tarball } from '../runner/source/raw-tarball.ts';

export const read = (path: string) => readFile(join(repository, path), 'utf8');
export const report = (user: ShellUser, path: string) => readFile(join(user.folder, path), 'utf8');

/** A job of a CI in an empty checkout: `service` is not installed, and npm's registry is a local one that has it. */
export async function ciJob(registry: LocalRegistry): Promise<ShellUser> {
  const user = await shellUser();
  await rm(join(user.folder, 'node_modules'), { recursive: true });
  const { name, version } = manifest;
  const bin = { service: 'service.js' };
  const files = {
    'package.json': JSON.stringify({ name, version, bin }),
    'service.js': `#!/usr/bin/env node\nimport(${JSON.stringify(pathToFileURL(launcher))});\n`,
  };
  const entries = Object.entries(files).map(([path, content]) => entry({ path: `package/${path}`, content }));
  registry.publish(name, { [version]: { tarball: tarball(...entries), bin } });
  const env = {
    PATH: user.env['PATH']?.replace(`${join(user.folder, 'node_modules/.bin')}:`, '') ?? '',
    npm_config_offline: 'false',
  };
  return {
    ...user,
    run: (script, { env: more, ...options } = {}) =>
      user.run(script.replaceAll('https://registry.npmjs.org/', registry.url), {
        ...options,
        env: { ...env, ...more },
      }),
  };
}

/**
 * Somebody whose project fails at once, and for little: it is a manifest. It lies in a checkout that tries to decide what
 * runs.
 */
export async function hostileUser(registry: LocalRegistry): Promise<ShellUser> {
  const user = await ciJob(registry);
  const manifest = { name: 'n8n-nodes-x', repository: { url: 'https://gitlab.com/x/n8n-nodes-x' } };
  await writeFile(join(user.folder, 'package.json'), JSON.stringify({ ...manifest, n8n: { nodes: [] } }));
  await makeHostile(user, registry);
  return user;
}

export async function expectNothingOfTheCheckoutRan(user: ShellUser, registry: LocalRegistry): Promise<void> {
  expect(registry.requests.filter((request) => request.includes('hostile'))).toEqual([]);
  expect(registry.requests).toContain('GET /verify-service');
  await expect(report(user, 'stolen')).rejects.toThrow('ENOENT');
}

/** Makes the checkout that of an author who wants to run a command in the job: it would write the file `stolen`. */
async function makeHostile({ folder }: ShellUser, registry: LocalRegistry): Promise<void> {
  const steal = `touch '${join(folder, 'stolen')}'`;
  const command = `#!/bin/sh\n${steal}\n`;
  const settings = [
    `registry=${registry.url}hostile/`,
    'ignore-scripts=false',
    `script-shell=${join(folder, 'steal.sh')}`,
    `node-options=--require ${join(folder, 'steal.cjs')}`,
    `prefix=${folder}`,
  ];
  const files = {
    '.npmrc': settings.join('\n'),
    'steal.sh': command,
    'steal.cjs': `require('node:child_process').execSync(${JSON.stringify(steal)});\n`,
    'node_modules/verify-service/package.json': JSON.stringify({ ...manifest, bin: { service: 'service' } }),
    'node_modules/verify-service/service': command,
    ...Object.fromEntries(['service', 'npm', 'npx', 'node'].map((name) => [`node_modules/.bin/${name}`, command])),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, { mode: 0o755 });
  }
}
