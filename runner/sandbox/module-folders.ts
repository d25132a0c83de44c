import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file or folder of the host, and where a child sees it. */
export interface Bind {
  from: string;
  to: string;
}

export interface ModuleFolders {
  /** The folder of the host that holds the package or its installation: the same for modules that see each other. */
  home: string;
  binds: Bind[];
  /** The path of a module of these folders, as a child sees it. */
  inside(module: URL): string;
}

/**
 * What a module of ours needs to be loaded with everything that it imports: the `node_modules` folders on its
 * resolution path and, unless its package is in one of them, that package without what is hidden (`.git`, `.env`). The
 * folders keep their places to each other, so that Node resolves the same; the names of folders above them are not told.
 * @param at where a child sees them: an absolute path
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
  // From the folder that holds everything down to the one that holds the package or its installation.
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
  if (root === undefined) throw new Error(`${file} is in no package`);
  return root;
}

const own = packageRoot(fileURLToPath(import.meta.url));

/** What of a package that is not installed but worked on may be seen. Of ours: what programs are made of. */
function checkout(root: string, file: string): string[] {
  const [first = ''] = relative(root, file).split(sep);
  const names =
    root === own
      ? ['package.json', 'kernel', 'plugins', 'runner', first]
      : readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return [...new Set(names)].map((name) => join(root, name)).filter((path) => existsSync(path));
}

/** A folder and all above it, the nearest first. */
function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
