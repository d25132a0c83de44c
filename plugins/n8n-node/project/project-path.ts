import * as posix from 'node:path/posix';

/** Characters of the longest path that any system has: PATH_MAX of Linux. */
const longest = 4096;

/** What stands for a longer one: it is in no project. Node takes time that grows with the square of a path of `../`. */
const nowhere = '../path-too-long';

/** `normalize` of node:path/posix, for paths that a project names. */
export const normalize = (path: string): string => (path.length > longest ? nowhere : posix.normalize(path));

/** `join` of node:path/posix, for paths that a project names. */
export const join = (...paths: readonly string[]): string =>
  paths.some(({ length }) => length > longest) ? nowhere : posix.join(...paths);
