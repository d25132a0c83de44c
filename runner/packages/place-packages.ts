import type { PackageNode } from './package-node.ts';

/** Where packages go, by path below the folder of a layout: `node_modules/a/node_modules/b`. */
export type Placement = ReadonlyMap<string, PackageNode>;

/** Copies of packages in other ones, one within the other, at most. */
const deepest = 12;
/** Places at most; a graph in which everybody wants another version of everything has very many. */
const mostPlaces = 2_000;

/**
 * Finds each package a place as npm does: at the top unless another of its name is there, else within the one that
 * imports it. From there Node.js and TypeScript find what it imports.
 */
export function placePackages(top: ReadonlyMap<string, PackageNode>): Placement {
  const places = new Map<string, PackageNode>();
  const todo: { path: string; node: PackageNode; depth: number }[] = [];
  const put = (folder: string, name: string, node: PackageNode, depth: number) => {
    const path = `${folder}node_modules/${name}`;
    places.set(path, node);
    todo.push({ path, node, depth });
  };
  for (const [name, node] of top) put('', name, node, 0);
  for (const { path, node, depth } of todo) {
    for (const [name, wanted] of [...node.edges].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (places.size >= mostPlaces) return places;
      const seen = nearest(places, path, name);
      if (seen === undefined) put('', name, wanted, 0);
      else if (seen !== wanted && depth < deepest) put(`${path}/`, name, wanted, depth + 1);
    }
  }
  return places;
}

/** What an import in a package comes to, where packages are placed so far. */
function nearest(places: Placement, path: string, name: string): PackageNode | undefined {
  for (let folder = `${path}/`; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/', folder.length - 2))) {
    const node = places.get(`${folder}node_modules/${name}`);
    if (node || folder === '') return node;
    if (!folder.includes('node_modules/')) return undefined;
  }
}
