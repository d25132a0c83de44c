import { sep } from 'node:path';

/**
 * The text of an error that nobody foresaw, fit to be shown to whoever sent the project: paths below the project's
 * folder become relative to it, and of all other absolute paths only the last name stays.
 */
export function hideHostPaths(text: string, folder?: string): string {
  const within = folder === undefined ? text : text.replaceAll(folder + sep, '').replaceAll(folder, 'the project');
  return within.replace(absolutePath, (path) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path);
}

// Not after a word or a second slash, so that URLs stay whole; `file:` URLs are paths.
const absolutePath =
  /file:\/{2,3}[^\s'"`)]+|(?<![\w.~/\\-])(?:[A-Za-z]:[\\/]|\/)(?:[^\s'"`():\\/]+[\\/])+[^\s'"`():]*/g;
