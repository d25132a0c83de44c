import type { Manifest } from '../../../../kernel/check.ts';
import { isRecord } from '../../../../kernel/record.ts';

/** The fields of a manifest with dependencies. */
export const dependencyFields = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/** The value if it is an object and not an array. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? { ...value } : undefined;
}

/** The dependencies that npm installs for users, from the name to the range. */
export const dependencyRanges = (manifest: Manifest | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(recordOf(manifest?.['dependencies']) ?? {}).flatMap(([name, range]) =>
      typeof range === 'string' ? [[name, range]] : [],
    ),
  );

const declarationLists = ['nodes', 'credentials'] as const;
export type DeclarationList = (typeof declarationLists)[number];

/** A path in `n8n.nodes` or `n8n.credentials`, as written. */
export interface Declaration {
  list: DeclarationList;
  index: number;
  path: string;
}

/** The paths that a manifest declares to n8n. Ignores entries that are not text. */
export function declarationsOf(manifest: Manifest): Declaration[] {
  const n8n = recordOf(manifest['n8n']);
  return declarationLists.flatMap((list) => {
    const entries = n8n?.[list];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((path: unknown, index) => (typeof path === 'string' ? [{ list, index, path }] : []));
  });
}

/** Whether it has packages of its workspace, which pnpm, yarn and bun install, but not npm. */
export const dependsOnWorkspace = (manifest: Manifest): boolean =>
  dependencyFields
    .flatMap((field) => Object.values(recordOf(manifest[field]) ?? {}))
    .some((range) => String(range).startsWith('workspace:'));

/** Characters of a URL. */
const maxUrlLength = 2_048;

/** `repository` may be a string or an object with `url`. n8n reports placeholders of the template itself. */
export function repositoryUrl(manifest: Manifest): string | undefined {
  const repository = manifest['repository'];
  const url = typeof repository === 'string' ? repository : recordOf(repository)?.['url'];
  // Longer than any URL that browsers accept.
  return typeof url === 'string' && url.trim() !== '' ? url.trim().slice(0, maxUrlLength) : undefined;
}
