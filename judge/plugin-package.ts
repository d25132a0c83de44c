import { join, resolve } from 'node:path';
import { parseManifest } from '../kernel/manifest.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { isPath } from './import-module.ts';
import type { PluginReference } from './judge-request.ts';

/** Bytes of a package.json. */
const maxManifestBytes = 1024 * 1024;

/** Returns the name of a plugin's package; the specifier if it is a module without one. Runs nothing of the plugin. */
export function packageOfPlugin({ folder, specifier }: PluginReference): string {
  if (!isPath(specifier)) return specifier;
  try {
    const manifest = readRegularFile(join(resolve(folder, specifier), 'package.json'), maxManifestBytes);
    const name = parseManifest(manifest?.toString('utf8') ?? '')?.['name'];
    return typeof name === 'string' && name !== '' ? name : specifier;
  } catch {
    return specifier;
  }
}
