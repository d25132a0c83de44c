import type { PackageNode } from './package-node.ts';

/** Packages by their path in a layout: `node_modules/a/node_modules/b`. */
export type Placement = ReadonlyMap<string, PackageNode>;

/** Maximum nesting of packages. */
const maxDepth = 12;
/** Maximum number of paths; graphs with many conflicting versions need very many. */
const maxPaths = 2_000;

/**
 * Assigns paths as npm does: at the top, unless another package of the same name is there, else inside of the importing
 * package. Node.js and TypeScript then resolve all imports.
 */
export function placePackages(top: ReadonlyMap<string, PackageNode>): Placement {
  const paths = new Map<string, PackageNode>();
  const todo: { path: string; node: PackageNode; depth: number }[] = [];
  const put = (folder: string, name: string, node: PackageNode, depth: number) => {
    const path = `${folder}node_modules/${name}`;
    paths.set(path, node);
    todo.push({ path, node, depth });
  };
  for (const [name, node] of top) put('', name, node, 0);
  for (const { path, node, depth } of todo) {
    for (const [name, wanted] of [...node.edges].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (paths.size >= maxPaths) return paths;
      const seen = nearest(paths, path, name);
      if (seen === undefined) put('', name, wanted, 0);
      else if (seen !== wanted && depth < maxDepth) put(`${path}/`, name, wanted, depth + 1);
    }
  }
  return paths;
}

/** What an import in a package resolves to so far. */
function nearest(paths: Placement, path: string, name: string): PackageNode | undefined {
  for (let folder = `${path}/`; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/', folder.length - 2))) {
    const node = paths.get(`${folder}node_modules/${name}`);
    if (node || folder === '') return node;
    if (!folder.includes('node_modules/')) return undefined;
  }
}
