import { basename, extname } from 'node:path/posix';

/**
 * The URL of a module by its path relative to the one that asks, with its extension: `.ts` in a checkout, `.js` once
 * built, when all lie in one folder. For modules that are handed to a child process instead of imported.
 * @param from `import.meta.url` of the asking module
 * @param name `load-program`, `../../checks/read-sources-program`
 */
export function siblingModule(from: string, name: string): URL {
  const extension = extname(new URL(from).pathname);
  return new URL(`./${extension === '.ts' ? name : basename(name)}${extension}`, from);
}
