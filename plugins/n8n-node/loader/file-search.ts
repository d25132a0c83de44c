import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Options {
  cwd?: string;
  ignore?: string | string[];
  absolute?: boolean;
  nodir?: boolean;
}

/** Files that are found at most. */
const maxFound = 10_000;

/** Finds files as `glob` does, with Node.js. */
function search(patterns: string | string[], options: Options = {}): string[] {
  const { cwd = process.cwd(), ignore = [], absolute, nodir } = options;
  const folder = String(cwd);
  const exclude = ['**/node_modules/**', ...[ignore].flat()];
  const found = globSync(patterns, { cwd: folder, exclude }).sort().slice(0, maxFound);
  const files = nodir ? found.filter((path) => statSync(join(folder, path)).isFile()) : found;
  return absolute ? files.map((path) => resolve(folder, path)) : files;
}
const filesOnly = (patterns: string | string[], options?: Options) => search(patterns, { ...options, nodir: true });

const packages: Readonly<Record<string, typeof search>> = { glob: search, 'fast-glob': filesOnly };

/**
 * A package that finds files. Nodes load with it what they consist of: with a stand-in that finds nothing, they would be
 * without their operations.
 * @param standIn has the rest of what such a package has
 * @returns undefined for any other package
 */
export function fileSearch(specifier: string, standIn: () => object): object | undefined {
  const find = Object.hasOwn(packages, specifier) ? packages[specifier] : undefined;
  if (!find) return undefined;
  const later = async (...given: Parameters<typeof search>) => find(...given);
  const known = Object.assign(later.bind(undefined), { glob: later, globSync: find, sync: find });
  return new Proxy(known, {
    get: (target, key, receiver) =>
      Object.hasOwn(target, key) || typeof key === 'symbol'
        ? Reflect.get(target, key, receiver)
        : Reflect.get(standIn(), key),
  });
}
