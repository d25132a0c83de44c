import type { Manifest } from '../../kernel/check.ts';
import { dependencyFields, recordOf } from './project/manifest/manifest-fields.ts';

/** Whether a manifest is that of an n8n node package: it has an `n8n` object, or depends on a package of n8n's. */
export function showsN8nNode(manifest: Manifest): boolean {
  if (recordOf(manifest['n8n'])) return true;
  return dependencyFields.some((field) => Object.keys(recordOf(manifest[field]) ?? {}).some(isPackageOfN8n));
}

function isPackageOfN8n(name: string): boolean {
  return name === 'n8n' || name.startsWith('n8n-') || name.startsWith('@n8n/');
}
