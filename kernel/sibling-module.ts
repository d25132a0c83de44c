import { extname } from 'node:path/posix';

/**
 * The URL of a module beside the one that asks, with its extension: `.ts` in a checkout, `.js` once built. For modules
 * that are handed to a child process instead of imported.
 * @param from `import.meta.url` of the asking module
 */
export function siblingModule(from: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(from).pathname)}`, from);
}
