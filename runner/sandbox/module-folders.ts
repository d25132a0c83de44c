import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ancestors } from '../ancestors.ts';

/** A file or folder of the host, and its path inside of the sandbox. */
export interface Bind {
  from: string;
  to: string;
}

interface ModuleFolders {
  /** The folder of the host with the package or its installation: the same for modules that can import each other. */
  home: string;
  binds: Bind[];
  /** The path of a module inside of the sandbox. */
  inside(module: URL): string;
}

/**
 * The folders that one of our modules needs to be loaded with its imports: the `node_modules` folders on its resolution path
 * and, unless it is installed in one of them, its package without hidden files (`.git`, `.env`). Their relative locations are
 * kept, so that Node resolves the same; the names of the folders above them are not revealed.
 * @param at the absolute path of the folders inside of the sandbox
 */
export function moduleFolders(module: URL, at: string): ModuleFolders {
  const file = fileURLToPath(module);
  const root = packageRoot(file);
  const installations = ancestors(root)
    .map((folder) => join(folder, 'node_modules'))
    .filter((path) => existsSync(path));
  const installation = installations.findLast((folder) => isIn(folder, root));
  const all = [...(installation === undefined ? checkout(root, file) : []), ...installations];
  const outermost = all.filter((path) => !all.some((other) => isIn(other, path)));
  // From the common ancestor of all folders down to the one with the package or its installation.
  const home = installation === undefined ? root : dirname(installation);
  const above = ancestors(home);
  const highest = Math.max(...outermost.map((path) => above.indexOf(dirname(path))));
  const chain = above.slice(0, highest + 1);
  const inside = (path: string) => {
    const nearest = chain.findIndex((folder) => isIn(folder, path));
    const depth = chain.length - 1 - nearest;
    return posix.join(at, ...Array<string>(depth).fill('in'), ...relative(chain[nearest] ?? '', path).split(sep));
  };
  return {
    home,
    binds: outermost.map((from) => ({ from, to: inside(from) })),
    inside: (url) => inside(fileURLToPath(url)),
  };
}

/** The folder of the nearest `package.json`. */
function packageRoot(file: string): string {
  const root = ancestors(dirname(file)).find((folder) => existsSync(join(folder, 'package.json')));
  if (root === undefined) throw new Error(`${file} is not in a package`);
  return root;
}

const own = packageRoot(fileURLToPath(import.meta.url));

/** The visible parts of a package that is a checkout; of our own, only those that programs are made of. */
function checkout(root: string, file: string): string[] {
  const [first = ''] = relative(root, file).split(sep);
  const names =
    root === own
      ? ['package.json', 'kernel', 'plugins', 'runner', first]
      : readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return [...new Set(names)].map((name) => join(root, name)).filter((path) => existsSync(path));
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
