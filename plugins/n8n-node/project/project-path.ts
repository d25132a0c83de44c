import * as posix from 'node:path/posix';

/** Characters of a path: PATH_MAX of Linux. */
const maxLength = 4096;

/** What stands for a longer one: it is in no project. Node takes time that grows with the square of a path of `../`. */
const nowhere = '../path-too-long';

/** `normalize` of node:path/posix, for paths that a project names. */
export const normalize = (path: string): string => (path.length > maxLength ? nowhere : posix.normalize(path));

/** `join` of node:path/posix, for paths that a project names. */
export const join = (...paths: readonly string[]): string =>
  paths.some(({ length }) => length > maxLength) ? nowhere : posix.join(...paths);
