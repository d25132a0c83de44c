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
  /** Names of its own credentials, and labels of its own nodes without "Trigger"; undefined if they are unknown. */
  credentials?: readonly string[];
  nodes?: readonly string[];
}

/** The file of a kit with its release, next to the lock file; the kit of the next ruleset has that of the current one. */
export const releaseFile = 'release.json';

const known = new Map<string, Release>();

/** The release of a kit. @throws {Error} if its file is missing or invalid */
export function releaseOf({ name, lock }: KitSource): Release {
  const read = known.get(lock.href);
  if (read) return read;
  const file = new URL(releaseFile, lock.href.replace(/-next\/$/, '/'));
  const { n8n, workflow, modules, credentials, nodes } = recordOf(parseJson(readFileSync(file, 'utf8'))) ?? {};
  const ranges = Object.entries(recordOf(modules) ?? {}).map(([module, range]) => [module, String(range)]);
  if (typeof n8n !== 'string' || typeof workflow !== 'string') throw new Error(`${name} has no valid ${releaseFile}`);
  const release = {
    n8n,
    workflow,
    modules: Object.fromEntries(ranges),
    ...(Array.isArray(credentials) && { credentials: credentials.map(String) }),
    ...(Array.isArray(nodes) && { nodes: nodes.map(String) }),
  };
  known.set(lock.href, release);
  return release;
}
