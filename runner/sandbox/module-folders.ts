import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders and files that a module of ours needs to be loaded, with everything that it imports: the
 * `node_modules` folders on its resolution path and, when its package is none of an installation but a checkout, that
 * package without its hidden entries (`.git`, `.env`).
 * @returns absolute paths, none inside another
 */
export function moduleFolders(module: URL): string[] {
  const root = packageRoot(fileURLToPath(module));
  const own = root.split(sep).includes('node_modules') ? [] : visibleEntries(root);
  const folders = [...own, ...ancestors(root).map((folder) => join(folder, 'node_modules'))].filter(existsSync);
  const installed = ancestors(root).filter((folder) => basename(folder) === 'node_modules');
  const all = [...new Set([...folders, ...installed])];
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(other + sep)));
}

/** The folder of the nearest `package.json`. */
function packageRoot(file: string): string {
  const root = ancestors(dirname(file)).find((folder) => existsSync(join(folder, 'package.json')));
  if (root === undefined) throw new Error(`${file} is in no package`);
  return root;
}

function visibleEntries(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .map((name) => join(folder, name));
}

/** A folder and all above it, the nearest first. */
function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
