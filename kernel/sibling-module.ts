import { basename, extname } from 'node:path/posix';

/**
 * Returns the URL of a module relative to the calling module, with its extension: `.ts` in a checkout, `.js` in the build, where
 * all modules are in one folder. For modules that run in a child process.
 * @param from `import.meta.url` of the calling module
 * @param name `load-program`, `../../checks/read-sources-program`
 */
export function siblingModule(from: string, name: string): URL {
  const extension = extname(new URL(from).pathname);
  return new URL(`./${extension === '.ts' ? name : basename(name)}${extension}`, from);
}
