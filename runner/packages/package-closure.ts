import type { MissingPackage } from '../../kernel/packages.ts';
import { typesFor } from './declared-imports.ts';
import { NotFetched } from './package-fetcher.ts';
import type { Candidate, Finder, NotFound, PackageNode } from './package-node.ts';

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

/** What to find, and what not. */
export interface ClosureOf {
  names: readonly string[];
  optional: readonly string[];
  except: readonly string[];
}

/** An import to follow. */
interface Import {
  name: string;
  /** The package that imports it, or the name that the project wants it for. */
  from: PackageNode | string;
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
  { names, optional, except }: ClosureOf,
  limits: ClosureLimits = usualClosureLimits,
): Promise<PackageClosure> {
  const top = new Map<string, PackageNode>();
  const missing = new Map<string, { found: NotFound; by: (PackageNode | string)[] }>();
  const nodes = new Map<string, Promise<PackageNode>>();
  const left = new Set(except);
  let bytes = 0;

  const lacks = (found: NotFound, by: PackageNode | string) => {
    const key = `${found.name} ${found.version}`;
    const known = missing.get(key) ?? { found, by: [] };
    known.by.push(by);
    missing.set(key, known);
  };
  const nodeOf = async ({ id, name, version, read }: Candidate): Promise<PackageNode> => {
    const content = await read();
    bytes += content.files.reduce((sum, [, size]) => sum + size, 0);
    if (bytes > limits.bytes) throw new NotFetched('unavailable', `with it there are more than ${limits.bytes} bytes`);
    return { id, name, version, content, edges: new Map() };
  };

  /** Finds what an import leads to, and what is to be followed from there. */
  const follow = async ({ name, from, finder: place, optional }: Import): Promise<Import[]> => {
    if (left.has(name)) return [];
    const found = await place.find(name);
    const types = { name: typesFor(name), from, finder: place, optional: true };
    if (!found || !('read' in found)) {
      if (found && !(optional && found.kind === 'unknown')) lacks(found, from);
      return name === types.name ? [] : [types];
    }
    const { id, version } = found;
    const known = nodes.has(id);
    if (!known && nodes.size >= limits.packages) {
      lacks({ name, version, kind: 'unavailable', reason: `more than ${limits.packages} packages are needed` }, from);
      return [];
    }
    const making = nodes.get(id) ?? nodeOf(found);
    nodes.set(id, making);
    try {
      const node = await making;
      if (typeof from === 'string') top.set(name, node);
      else from.edges.set(name, node);
      const ofTypes = node.content.types || name === types.name ? [] : [types];
      if (known) return ofTypes;
      const own = node.content.imports.filter((imported) => imported !== found.name);
      return [
        ...ofTypes,
        ...own.map((imported) => ({ name: imported, from: node, finder: found.finder, optional: true })),
      ];
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      lacks({ name: found.name, version, kind: error.kind, reason: error.message }, from);
      return [];
    }
  };

  const begin = (wanted: readonly string[], optional: boolean): Import[] =>
    [...new Set(wanted)].sort().map((name) => ({ name, from: name, finder, optional }));
  for (
    let level = [...begin(names, false), ...begin(optional, true)];
    level.length > 0;
    level = (await Promise.all(level.map(follow))).flat()
  );
  const sorted = new Map([...top].sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    top: sorted,
    missing: [...missing.values()].map(({ found, by }) => ({ ...found, neededBy: neededBy(by, sorted) })),
  };
}

/** The names from which one of these packages is reached. */
function neededBy(by: readonly (PackageNode | string)[], top: ReadonlyMap<string, PackageNode>): string[] {
  const names = new Set(by.filter((one) => typeof one === 'string'));
  const nodes = new Set(by);
  for (const [name, node] of top) {
    const reached = new Set([node]);
    for (const one of reached) for (const next of one.edges.values()) reached.add(next);
    if ([...reached].some((one) => nodes.has(one))) names.add(name);
  }
  return [...names].sort();
}
