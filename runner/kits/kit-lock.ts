import { readFileSync } from 'node:fs';
import { digestOf } from '../../kernel/digest.ts';
import type { KitSource } from '../../kernel/kits.ts';

/** What the lock file of a kit says. */
export interface KitLock {
  /** Name of the folder in which the kit is installed; another lock file has another one. */
  folder: string;
  /** Texts of `package.json` and `package-lock.json`. */
  manifest: string;
  lock: string;
}

const known = new Map<string, KitLock>();

/** Reads the lock file of a kit. @throws {Error} of the file system */
export function lockOf({ name, lock: url }: KitSource): KitLock {
  const read = known.get(url.href);
  if (read) return read;
  const manifest = readFileSync(new URL('package.json', url), 'utf8');
  const lock = readFileSync(new URL('package-lock.json', url), 'utf8');
  const found = { folder: `${name}-${digestOf(`${manifest}\n${lock}`).slice(0, 12)}`, manifest, lock };
  known.set(url.href, found);
  return found;
}

/** Number of packages, and MiB on the disk where package.json says so. */
export function sizeOf({ manifest, lock }: KitLock): { packages: number; mebibytes: number | undefined } {
  const { packages }: { packages: object } = JSON.parse(lock);
  const { config }: { config?: { mebibytes?: number } } = JSON.parse(manifest);
  return { packages: Object.keys(packages).length - 1, mebibytes: config?.mebibytes };
}
