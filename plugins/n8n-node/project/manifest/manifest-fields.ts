import type { Manifest } from '../../../../kernel/check.ts';

/** Every field of a manifest that maps names of packages to what is wanted of them. */
export const dependencyFields = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/** The value as an object with fields; undefined for anything else, arrays too. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export const declarationLists = ['nodes', 'credentials'] as const;
export type DeclarationList = (typeof declarationLists)[number];

/** One path of `n8n.nodes` or `n8n.credentials`, as it is written. */
export interface Declaration {
  list: DeclarationList;
  index: number;
  path: string;
}

/** The paths that a manifest declares to n8n. Entries that are not text are left out. */
export function declarationsOf(manifest: Manifest): Declaration[] {
  const n8n = recordOf(manifest['n8n']);
  return declarationLists.flatMap((list) => {
    const entries = n8n?.[list];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((path: unknown, index) => (typeof path === 'string' ? [{ list, index, path }] : []));
  });
}
