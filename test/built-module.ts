import { basename, extname } from 'node:path/posix';

/**
 * In place of kernel/sibling-module.ts: children run the built programs, as a user's do (build-if-stale.ts sees to it).
 * Those of the sources take three times as long to start.
 */
export function siblingModule(from: string, name: string): URL {
  if (name.endsWith('-program')) return new URL(`../dist/${basename(name)}.js`, import.meta.url);
  return new URL(`./${name}${extname(new URL(from).pathname)}`, from);
}
