import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { reasonOf, type ServiceError, serviceError } from '../../kernel/errors.ts';
import { NoRegularFile, openRegularFile } from './regular-file.ts';

/**
 * The path of a folder without links in it.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/** What is at a real path: undefined for devices, sockets and the like. Throws as `lstat` does. */
export function kindAt(real: string): 'file' | 'folder' | undefined {
  const stats = lstatSync(real);
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : undefined;
}

/**
 * The size in bytes of a file that can be read; undefined when it is gone, or no regular file. Without a thread for each:
 * there may be thousands.
 * @param path what to call it in an error
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function sizeOfReadable(path: string, real: string): number | undefined {
  try {
    // Opened, because only that says whether it may be read.
    const { descriptor, size } = openRegularFile(real, (found) => {
      if (found !== real) throw new NoRegularFile('it is a link, not a file');
    });
    closeSync(descriptor);
    return size;
  } catch (error) {
    if (error instanceof NoRegularFile) return undefined;
    if (!isMissing(error)) throw unreadable(path, error);
    // Names that are not UTF-8 come decoded with U+FFFD, and then nothing is there.
    if (path.includes('\ufffd')) throw unreadable(path, new Error('its name is not UTF-8'));
    return undefined;
  }
}

/** Whether an error of the file system says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error) ?? '');
}

/** UNREADABLE_PATH with the reason in words and without the absolute path that Node puts in its messages. */
export function unreadable(path: string, error: unknown): ServiceError {
  return serviceError('UNREADABLE_PATH', { path: path === '' ? '.' : path, reason: inWords(error) }, { cause: error });
}

/** The same for what could not be written. */
export function unwritable(path: string, error: unknown): ServiceError {
  return serviceError('UNWRITABLE_PATH', { path, reason: inWords(error) }, { cause: error });
}

/** What an error of the file system says, without the absolute path that Node puts in its messages. */
export function inWords(error: unknown): string {
  const code = codeOf(error);
  return (code && reasons[code]) ?? code ?? reasonOf(error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not there',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  EEXIST: 'something else is there',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};
