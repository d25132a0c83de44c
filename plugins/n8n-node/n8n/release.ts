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
  /** Names of the fields that users fill in, separated by spaces, by credential, without those that it inherits. */
  credentialFields?: Readonly<Record<string, string>>;
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
  const { n8n, workflow, modules, credentials, credentialFields, nodes } =
    recordOf(parseJson(readFileSync(file, 'utf8'))) ?? {};
  if (typeof n8n !== 'string' || typeof workflow !== 'string') throw new Error(`${name} has no valid ${releaseFile}`);
  const release = {
    n8n,
    workflow,
    modules: textsIn(modules),
    ...(Array.isArray(credentials) && { credentials: credentials.map(String) }),
    ...(recordOf(credentialFields) && { credentialFields: textsIn(credentialFields) }),
    ...(Array.isArray(nodes) && { nodes: nodes.map(String) }),
  };
  known.set(lock.href, release);
  return release;
}

const textsIn = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(recordOf(values) ?? {}).map(([name, value]) => [name, String(value)]));
