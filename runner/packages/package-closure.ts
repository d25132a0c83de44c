import type { MissingPackage } from '../../kernel/packages.ts';
import { typesFor } from './declared-imports.ts';
import { NotFetched } from './package-fetcher.ts';
import type { Candidate, Finder, PackageNode } from './package-node.ts';

/** Caps on one run. */
export interface ClosureLimits {
  packages: number;
  /** Bytes of all their texts. */
  bytes: number;
}

export const usualClosureLimits: ClosureLimits = { packages: 400, bytes: 400 * 2 ** 20 };

export interface PackageClosure {
  /** By the names under which the project imports them. */
  top: ReadonlyMap<string, PackageNode>;
  missing: MissingPackage[];
}

/** An import to follow. */
interface Import {
  name: string;
  from: PackageNode | undefined;
  finder: Finder;
  /** Whether there may be none. */
  optional: boolean;
}

/**
 * The packages that a project wants, with those that their declarations import, level by level: what is found does not
 * depend on which download ends first.
 */
export async function closureOf(
  finder: Finder,
  wanted: { names: readonly string[]; optional: readonly string[] },
  limits: ClosureLimits = usualClosureLimits,
): Promise<PackageClosure> {
  const top = new Map<string, PackageNode>();
  const missing = new Map<string, MissingPackage>();
  const nodes = new Map<string, Promise<PackageNode>>();
  let bytes = 0;

  const nodeOf = async ({ id, name, version, read }: Candidate): Promise<PackageNode> => {
    const content = await read();
    bytes += content.files.reduce((sum, [, size]) => sum + size, 0);
    if (bytes > limits.bytes) throw new NotFetched('unavailable', `with it there are more than ${limits.bytes} bytes`);
    return { id, name, version, content, edges: new Map() };
  };

  /** Finds what an import leads to, and what is to be followed from there. */
  const follow = async ({ name, from, finder: place, optional }: Import): Promise<Import[]> => {
    const found = await place.find(name);
    const types = { name: typesFor(name), from, finder: place, optional: true };
    if (!found || !('read' in found)) {
      if (found && !(optional && found.kind === 'unknown')) missing.set(`${name} ${found.version}`, found);
      return name === types.name ? [] : [types];
    }
    const { id, version } = found;
    const known = nodes.has(id);
    if (!known && nodes.size >= limits.packages) {
      missing.set(id, {
        name,
        version,
        kind: 'unavailable',
        reason: `more than ${limits.packages} packages are needed`,
      });
      return [];
    }
    const making = nodes.get(id) ?? nodeOf(found);
    nodes.set(id, making);
    try {
      const node = await making;
      if (from) from.edges.set(name, node);
      else top.set(name, node);
      const ofTypes = node.content.types || name === types.name ? [] : [types];
      if (known) return ofTypes;
      const own = node.content.imports.filter((imported) => imported !== found.name);
      return [
        ...ofTypes,
        ...own.map((imported) => ({ name: imported, from: node, finder: found.finder, optional: true })),
      ];
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      missing.set(id, { name: found.name, version, kind: error.kind, reason: error.message });
      return [];
    }
  };

  const begin = (names: readonly string[], optional: boolean): Import[] =>
    [...new Set(names)].sort().map((name) => ({ name, from: undefined, finder, optional }));
  for (
    let level = [...begin(wanted.names, false), ...begin(wanted.optional, true)];
    level.length > 0;
    level = (await Promise.all(level.map(follow))).flat()
  );
  return { top: new Map([...top].sort(([one], [other]) => (one < other ? -1 : 1))), missing: [...missing.values()] };
}
