import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { HasIcon } from '../n8n/n8n-shapes.ts';
import { N8nRefusal } from './n8n-refusal.ts';

/**
 * Replaces an icon file by its URL, as n8n does; the file must be in the package.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 * @param declaredPath of the file with the icon, as in package.json
 */
export function resolveIcon(owner: HasIcon | undefined, declaredPath: string, root: string): void {
  // n8n's message, which names a variable of n8n.
  if (owner === undefined) throw new TypeError("Cannot destructure property 'icon' of 'obj' as it is undefined.");
  const { icon } = owner;
  if (!icon) return;
  const computed = typeof icon === 'string' ? isExpression(icon) : isExpression(icon.light) || isExpression(icon.dark);
  if (computed) {
    owner.iconBasePath = dirname(declaredPath);
    return;
  }
  const fileOf = (value: string) => (value.startsWith('file:') ? iconFile(value, declaredPath, root) : null);
  const files = typeof icon === 'string' ? [fileOf(icon)] : [fileOf(icon.light), fileOf(icon.dark)];
  if (files.includes(null)) return;
  owner.iconUrl = files.join(' ');
  owner.icon = undefined;
}

function iconFile(icon: string, declaredPath: string, root: string): string {
  const path = join(dirname(declaredPath), icon.replace('file:', ''));
  const absolute = resolve(isAbsolute(path) ? path : join(root, path));
  if (absolute !== root && !absolute.startsWith(root + sep)) {
    throw new N8nRefusal('icon-outside', `Icon path "${path}" is not contained within the package directory "${root}"`);
  }
  return path;
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
