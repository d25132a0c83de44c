import type { MissingPackage, UnavailablePackage } from '../../kernel/packages.ts';
import { typesFor } from './declared-imports.ts';
import { NotFetched } from './package-fetcher.ts';
import type { Candidate, Finder, PackageNode } from './package-node.ts';

/** Limits for one run: number of packages, and bytes of all their files. */
const limits = { packages: 400, bytes: 400 * 2 ** 20 };

interface PackageClosure {
  /** By the names that the project imports. */
  top: ReadonlyMap<string, PackageNode>;
  missing: MissingPackage[];
  /** Those of `except` that are there to be imported. */
  excepted: readonly string[];
}

interface ClosureRequest {
  names: readonly string[];
  optional: readonly string[];
  except: readonly string[];
}

/** An import to resolve. */
interface Import {
  name: string;
  /** The package that imports it, or the name that the project requested. */
  from: PackageNode | string;
  finder: Finder;
  /** Whether it may be missing. */
  optional: boolean;
}

/**
 * Resolves packages and, transitively, those that their declarations import. Proceeds level by level, so that the result does
 * not depend on the order of downloads.
 */
export async function closureOf(finder: Finder, { names, optional, except }: ClosureRequest): Promise<PackageClosure> {
  const top = new Map<string, PackageNode>();
  const missing = new Map<string, { found: UnavailablePackage; by: (PackageNode | string)[] }>();
  const nodes = new Map<string, Promise<PackageNode>>();
  const excluded = new Set(except);
  const excepted = new Set<string>();
  let bytes = 0;

  const addMissing = (found: UnavailablePackage, by: PackageNode | string) => {
    const key = `${found.name} ${found.version}`;
    const known = missing.get(key) ?? { found, by: [] };
    known.by.push(by);
    missing.set(key, known);
  };
  const nodeOf = async ({ id, name, version, read }: Candidate): Promise<PackageNode> => {
    const content = await read();
    bytes += content.files.reduce((sum, [, size]) => sum + size, 0);
    if (bytes > limits.bytes)
      throw new NotFetched('unavailable', `the packages exceed the limit of ${limits.bytes} bytes`);
    return { id, name, version, content, edges: new Map() };
  };

  /** Resolves an import and returns the imports of its package. */
  const follow = async ({ name, from, finder: importer, optional }: Import): Promise<Import[]> => {
    if (excluded.has(name)) {
      if (await importer.find(name)) excepted.add(name);
      return [];
    }
    const found = await importer.find(name);
    const types = { name: typesFor(name), from, finder: importer, optional: true };
    if (!found || !('read' in found)) {
      if (found && !(optional && found.kind === 'unknown')) addMissing(found, from);
      return name === types.name ? [] : [types];
    }
    const { id, version } = found;
    const known = nodes.has(id);
    if (!known && nodes.size >= limits.packages) {
      addMissing(
        { name, version, kind: 'unavailable', reason: `the project needs more than ${limits.packages} packages` },
        from,
      );
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
      addMissing({ name: found.name, version, kind: error.kind, reason: error.message }, from);
      return [];
    }
  };

  const requests = (wanted: readonly string[], optional: boolean): Import[] =>
    [...new Set(wanted)].sort().map((name) => ({ name, from: name, finder, optional }));
  for (
    let level = [...requests(names, false), ...requests(optional, true)];
    level.length > 0;
    level = (await Promise.all(level.map(follow))).flat()
  );
  const sorted = new Map([...top].sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    top: sorted,
    excepted: [...excepted].sort(),
    missing: [...missing.values()].map(({ found, by }) => ({ ...found, neededBy: neededBy(by, sorted) })),
  };
}

/** The requested names from which one of these packages can be reached. */
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
