import type { Manifest, Service } from '../../../../kernel/check.ts';
import { dependencyFields, recordOf } from './manifest-fields.ts';

/** Whether a manifest is that of an n8n node package: it has an `n8n` object, or depends on a package of n8n's. */
export function showsN8nNode(manifest: Manifest): boolean {
  if (recordOf(manifest['n8n'])) return true;
  return dependencyFields.some((field) => Object.keys(recordOf(manifest[field]) ?? {}).some(isPackageOfN8n));
}

function isPackageOfN8n(name: string): boolean {
  return name === 'n8n' || name.startsWith('n8n-') || name.startsWith('@n8n/');
}

/**
 * Whether nothing in a project shows that it is meant for n8n, as in a wrong folder. The check `manifest` reports it, and what
 * else is there is nothing for the other checks.
 */
export const isForeign: Service<boolean> = {
  name: 'whether the project is one for n8n',
  async create({ manifest, files }) {
    if (files.list().some((path) => /\.(?:node|credentials)\.[cm]?[jt]s$/.test(path))) return false;
    // What is in a manifest that cannot be read is unknown.
    if (!manifest) return !files.exists('package.json');
    // Another rule is about the root of a workspace.
    if ('n8n' in manifest || 'workspaces' in manifest || showsN8nNode(manifest)) return false;
    return !/n8n/i.test(JSON.stringify([manifest['name'], manifest['keywords']]));
  },
};
