import { posix } from 'node:path';

/**
 * Files above a project's folder come along with it where paths may not lead out: `../../tsconfig.base.json` lies at
 * `.service/above/2/tsconfig.base.json` in an upload and in a copy on disk. This is the one place that knows.
 */
const folder = '.service/above';
/** Folders above a project that are looked into. */
export const mostLevels = 8;

/** What was looked for and did not come along, as JSON; among the stored files only. */
export const notePath = '.service/collected.json';

/** Whether a project's own file has a path that is kept for others. */
export function isReserved(path: string): boolean {
  return path === notePath || path === folder || path.startsWith(`${folder}/`);
}

/** Where a file of a project lies in an upload. @param path as `ProjectFiles` has it, normalised */
export function storedPath(path: string): string {
  const up = /^(?:\.\.\/)+/.exec(path)?.[0];
  return up === undefined ? path : `${folder}/${up.length / 3}/${path.slice(up.length)}`;
}

/** The reverse of `storedPath`, for paths that `reservedFault` has nothing to say about. */
export function projectPath(stored: string): string {
  const parts = /^\.service\/above\/([1-8])\/(.+)$/s.exec(stored);
  return parts ? '../'.repeat(Number(parts[1])) + parts[2] : stored;
}

/** What is wrong with a path below the reserved folder, in words that follow "the path". */
export function reservedFault(stored: string): string | undefined {
  if (stored !== folder && !stored.startsWith(`${folder}/`)) return undefined;
  if (projectPath(stored) !== stored) return undefined;
  return `is none that ${folder}/ is for: ${folder}/<1 to ${mostLevels}>/<path>`;
}

/** How many folders above the project a normalised path leads. */
export function levelsAbove(path: string): number {
  const up = /^(?:\.\.(?:\/|$))+/.exec(posix.normalize(path))?.[0] ?? '';
  return Math.ceil(up.length / 3);
}
