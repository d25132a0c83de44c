import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { codeOf } from '../../kernel/errors.ts';

/** A path is not a regular file. */
export class NotRegularFile extends Error {}

type Kind = Pick<
  Stats,
  `is${'File' | 'Directory' | 'FIFO' | 'Socket' | 'CharacterDevice' | 'BlockDevice' | 'SymbolicLink'}`
>;

/** `it is a pipe, not a file`; undefined for a regular file. */
export function faultOfKind(stats: Kind): string | undefined {
  if (stats.isFile()) return undefined;
  const kind = kinds.find(([, is]) => is(stats))?.[0] ?? 'something else';
  return `it is ${kind}, not a file`;
}

const kinds: readonly (readonly [string, (stats: Kind) => boolean])[] = [
  ['a folder', (stats) => stats.isDirectory()],
  ['a pipe', (stats) => stats.isFIFO()],
  ['a socket', (stats) => stats.isSocket()],
  ['a device', (stats) => stats.isCharacterDevice() || stats.isBlockDevice()],
  ['a link', (stats) => stats.isSymbolicLink()],
];

/** Attempts to open a file that is being replaced. */
const maxAttempts = 5;

/**
 * Opens a regular file; links to one are followed. What is none is not opened, and never waited for. Whoever puts links in the
 * place of files or folders meanwhile gets nothing else opened than what is at a path that may be read.
 * @param assertAllowed refuses, by throwing, a real path that is not to be read
 * @returns a descriptor, to be closed, and the size in bytes
 * @throws {NotRegularFile}, and as the file system does
 */
export function openRegularFile(
  path: string,
  assertAllowed: (real: string) => void = () => {},
): { descriptor: number; size: number } {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const real = realpathSync.native(path);
    assertAllowed(real);
    assertRegular(lstatSync(real));
    const opened = openAt(real);
    if (opened) return opened;
  }
  throw new NotRegularFile('it is replaced again and again');
}

/** Undefined if that is no longer what is at the path. */
function openAt(real: string): { descriptor: number; size: number } | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
  let keep = false;
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    assertRegular(stats);
    // O_NOFOLLOW speaks of the last name only: a folder above may have become a link.
    const now = lstatSync(real, { bigint: true });
    keep = realpathSync.native(real) === real && now.dev === stats.dev && now.ino === stats.ino;
    return keep ? { descriptor, size: Number(stats.size) } : undefined;
  } finally {
    if (!keep) closeSync(descriptor);
  }
}

/**
 * Reads a regular file, as `openRegularFile` opens it.
 * @param limit bytes
 * @returns undefined when it is larger than the limit
 */
export function readRegularFile(
  path: string,
  limit: number,
  assertAllowed?: (real: string) => void,
): Buffer | undefined {
  const { descriptor, size } = openRegularFile(path, assertAllowed);
  try {
    return size > limit ? undefined : readStart(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
}

/** No more than that, however much is written to it meanwhile. */
function readStart(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  for (let count = 1; count > 0 && read < size; read += count)
    count = readSync(descriptor, bytes, read, size - read, null);
  return bytes.subarray(0, read);
}

function assertRegular(kind: Kind): void {
  const fault = faultOfKind(kind);
  if (fault) throw new NotRegularFile(fault);
}
