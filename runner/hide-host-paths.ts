import { sep } from 'node:path';

/**
 * Removes paths of this machine from the message of an unexpected error: paths below the project's folder become relative
 * to it, other absolute paths are reduced to their last segment.
 */
export function hideHostPaths(text: string, folder?: string): string {
  const within = folder === undefined ? text : text.replaceAll(folder + sep, '').replaceAll(folder, 'the project');
  return within.replace(absolutePath, (path) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path);
}

// Does not match inside of URLs, except `file:` URLs.
const absolutePath =
  /file:\/{2,3}[^\s'"`)]+|(?<![\w.~/\\-])(?:[A-Za-z]:[\\/]|\/)(?:[^\s'"`():\\/]+[\\/])+[^\s'"`():]*/g;
