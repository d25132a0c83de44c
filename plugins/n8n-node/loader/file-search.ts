import { globSync } from 'node:fs';
import { resolve } from 'node:path';

interface Options {
  cwd?: string;
  ignore?: string | string[];
  absolute?: boolean;
}

/** Finds files as `glob` and `fast-glob` do, with Node.js. */
function search(patterns: string | string[], { cwd = process.cwd(), ignore = [], absolute }: Options = {}): string[] {
  const found = globSync(patterns, { cwd: String(cwd), exclude: [ignore].flat() }).sort();
  return absolute ? found.map((path) => resolve(String(cwd), path)) : found;
}
const later = async (...given: Parameters<typeof search>): Promise<string[]> => search(...given);

const packages: ReadonlySet<string> = new Set(['glob', 'fast-glob']);

/**
 * A package that finds files. Nodes load with it what they consist of: with a stand-in that finds nothing, they would be
 * without their operations.
 * @returns undefined for any other package
 */
export const fileSearch = (specifier: string): object | undefined =>
  packages.has(specifier)
    ? Object.assign(later.bind(undefined), { glob: later, globSync: search, sync: search })
    : undefined;
