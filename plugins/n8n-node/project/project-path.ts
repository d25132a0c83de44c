import * as posix from 'node:path/posix';

/** Characters of a path: PATH_MAX of Linux. */
const maxLength = 4096;

/** Replaces longer paths; it does not exist. Node's time is quadratic for a path of `../`. */
const nowhere = '../path-too-long';

/** `normalize` of node:path/posix, for untrusted paths. */
export const normalize = (path: string): string => (path.length > maxLength ? nowhere : posix.normalize(path));

/** `join` of node:path/posix, for untrusted paths. */
export const join = (...paths: readonly string[]): string =>
  paths.some(({ length }) => length > maxLength) ? nowhere : posix.join(...paths);
