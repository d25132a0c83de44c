import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dir } from 'tmp-promise';
import { onTestFinished } from 'vitest';
import type { KitSource } from '../../../kernel/kits.ts';
import { installKit } from '../../../runner/kits/install-kit.ts';
import { type LocalRegistry, sha512 } from '../source/local-registry.ts';
import { entry, tarball } from '../source/raw-tarball.ts';

/** A package whose scripts would leave a file, and of which nobody needs the map. */
export const host = tarball(
  entry({
    path: 'package/package.json',
    content: JSON.stringify({
      name: 'host',
      version: '1.0.0',
      main: 'index.js',
      scripts: { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' },
    }),
  }),
  entry({ path: 'package/index.js', content: 'module.exports = 1;' }),
  entry({ path: 'package/index.js.map', content: '{}' }),
);

/** A kit of this package, in a folder that is removed after the test. */
export async function toyKit(registry: LocalRegistry, integrity = sha512(host)) {
  const { path, cleanup } = await dir({ unsafeCleanup: true });
  onTestFinished(() => cleanup());
  const source = join(path, 'source');
  await mkdir(source);
  const dependencies = { host: '1.0.0' };
  const resolved = 'https://registry.npmjs.org/host/-/host-1.0.0.tgz';
  const locked = { version: '1.0.0', resolved, integrity, hasInstallScript: true };
  const lock = { name: 'toy', lockfileVersion: 3, packages: { '': { dependencies }, 'node_modules/host': locked } };
  await writeFile(join(source, 'package.json'), JSON.stringify({ name: 'toy', private: true, dependencies }));
  await writeFile(join(source, 'package-lock.json'), JSON.stringify(lock));
  registry.publish('host', { '1.0.0': { tarball: host } });
  const kit: KitSource = { name: 'toy', lock: pathToFileURL(`${source}/`) };
  const kits = join(path, 'kits');
  const environment = { SERVICE_KITS_DIR: kits };
  const install = (more = {}) => installKit(kit, { environment, registry: registry.url, ...more });
  return {
    kit,
    kits,
    environment,
    install,
    left: async () => (await readdir(kits)).filter((name) => !/\.lock$/.test(name)),
  };
}
