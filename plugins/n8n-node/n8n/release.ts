import { readFileSync } from 'node:fs';
import type { KitSource } from '../../../kernel/kits.ts';
import { parseJson } from '../../../kernel/project-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';

/** A release of n8n, and the modules that it provides to packages. */
export interface Release {
  /** Version of n8n. */
  n8n: string;
  /** Version of n8n-workflow. */
  workflow: string;
  /** Direct dependencies of n8n, from the name to the version or range in its manifest. */
  modules: Readonly<Record<string, string>>;
}

/** The file of a kit that names its release, next to the lock file. */
export const releaseFile = 'release.json';

const known = new Map<string, Release>();

/** The release of a kit. @throws {Error} if its file is missing or invalid */
export function releaseOf({ name, lock }: KitSource): Release {
  const read = known.get(lock.href);
  if (read) return read;
  const { n8n, workflow, modules } = recordOf(parseJson(readFileSync(new URL(releaseFile, lock), 'utf8'))) ?? {};
  const ranges = Object.entries(recordOf(modules) ?? {}).map(([module, range]) => [module, String(range)]);
  if (typeof n8n !== 'string' || typeof workflow !== 'string') throw new Error(`${name} has no valid ${releaseFile}`);
  const release = { n8n, workflow, modules: Object.fromEntries(ranges) };
  known.set(lock.href, release);
  return release;
}
