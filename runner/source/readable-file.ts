import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { codeOf, reasonOf, type ServiceError, serviceError } from '../../kernel/errors.ts';
import { NotRegularFile, openRegularFile } from './regular-file.ts';

/**
 * The real path of a folder, without links.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/** The kind of entry at a real path; undefined for devices, sockets and the like. Throws like `lstat`. */
export function kindAt(real: string): 'file' | 'folder' | undefined {
  const stats = lstatSync(real);
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : undefined;
}

/**
 * The size in bytes of a readable file; undefined if it is missing or not a regular file. Synchronous, because there may be
 * thousands.
 * @param path for the error message
 * @throws {ServiceError} UNREADABLE_PATH
 */
export function sizeOfReadable(path: string, real: string): number | undefined {
  try {
    // Opened, because only that says whether it may be read.
    const { descriptor, size } = openRegularFile(real, (found) => {
      if (found !== real) throw new NotRegularFile('it is a link, not a file');
    });
    closeSync(descriptor);
    return size;
  } catch (error) {
    if (error instanceof NotRegularFile) return undefined;
    if (!isMissing(error)) throw unreadable(path, error);
    // Node decodes invalid UTF-8 in names to U+FFFD, and then does not find the file.
    if (path.includes('\ufffd')) throw unreadable(path, new Error('its name is not valid UTF-8'));
    return undefined;
  }
}

/** Whether an error of the file system means that the path does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error) ?? '');
}

/** UNREADABLE_PATH with a reason that does not contain the absolute path, unlike Node's messages. */
export function unreadable(path: string, error: unknown): ServiceError {
  return serviceError(
    'UNREADABLE_PATH',
    { path: path === '' ? '.' : path, reason: fileErrorReason(error) },
    { cause: error },
  );
}

/** The same as UNWRITABLE_PATH. */
export function unwritable(path: string, error: unknown): ServiceError {
  return serviceError('UNWRITABLE_PATH', { path, reason: fileErrorReason(error) }, { cause: error });
}

/** Describes an error of the file system without the absolute path that Node's messages contain. */
export function fileErrorReason(error: unknown): string {
  const code = codeOf(error);
  return (code && reasons[code]) ?? code ?? reasonOf(error);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  ELOOP: 'too many levels of symbolic links',
  EMFILE: 'too many open files',
  EIO: 'input/output error',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};
