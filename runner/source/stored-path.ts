import { posix } from 'node:path';

/**
 * Uploads, and copies on disk, cannot contain paths that lead out of the project: `../../tsconfig.base.json` is stored as
 * `.service/above/2/tsconfig.base.json`. Only this module knows the mapping.
 */
const folder = '.service/above';
/** How many folders above a project files may be read from. */
export const maxLevels = 8;

/** A stored file with the list of referenced files that are missing or were left out, as JSON. */
export const notePath = '.service/collected.json';

/** Whether the path of a project's own file is reserved. */
export function isReserved(path: string): boolean {
  return path === notePath || path === folder || path.startsWith(`${folder}/`);
}

/** The path under which a file is stored. @param path as in `ProjectFiles`, normalised */
export function storedPath(path: string): string {
  const up = /^(?:\.\.\/)+/.exec(path)?.[0];
  return up === undefined ? path : `${folder}/${up.length / 3}/${path.slice(up.length)}`;
}

/** The inverse of `storedPath`, for paths without a `reservedFault`. */
export function projectPath(stored: string): string {
  const parts = /^\.service\/above\/([1-8])\/(.+)$/s.exec(stored);
  return parts ? '../'.repeat(Number(parts[1])) + parts[2] : stored;
}

/** Why a stored path below the reserved folder is invalid: text that follows "the path". */
export function reservedFault(stored: string): string | undefined {
  if (stored !== folder && !stored.startsWith(`${folder}/`)) return undefined;
  if (projectPath(stored) !== stored) return undefined;
  return `is reserved: below ${folder}/, only <1 to ${maxLevels}>/<path> is allowed`;
}

/** How many folders above the project a path leads. */
export function levelsAbove(path: string): number {
  const up = /^(?:\.\.(?:\/|$))+/.exec(posix.normalize(path))?.[0] ?? '';
  return Math.ceil(up.length / 3);
}
