import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, type Stats } from 'node:fs';

/** What stands in a file's place and is none. */
export class NoRegularFile extends Error {}

/** `it is a pipe, not a file`; undefined for a regular file. */
export function faultOfKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  const kind = kinds.find(([, is]) => is(stats))?.[0] ?? 'something else';
  return `it is ${kind}, not a file`;
}

const kinds: readonly (readonly [string, (stats: Stats) => boolean])[] = [
  ['a folder', (stats) => stats.isDirectory()],
  ['a pipe', (stats) => stats.isFIFO()],
  ['a socket', (stats) => stats.isSocket()],
  ['a device', (stats) => stats.isCharacterDevice() || stats.isBlockDevice()],
  ['a link', (stats) => stats.isSymbolicLink()],
];

/**
 * Reads a regular file; links to one are followed. What is none is not opened, and never waited for.
 * @param limit bytes
 * @param mayBeAt refuses, by throwing, a real path that is not to be read
 * @returns undefined when it is larger than the limit
 * @throws {NoRegularFile}, and as the file system does
 */
export function readRegularFile(
  path: string,
  limit: number,
  mayBeAt: (real: string) => void = () => {},
): Buffer | undefined {
  const real = realpathSync.native(path);
  mayBeAt(real);
  refuse(lstatSync(real));
  const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    refuse(stats);
    return stats.size > limit ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refuse(stats: Stats): void {
  const fault = faultOfKind(stats);
  if (fault) throw new NoRegularFile(fault);
}
