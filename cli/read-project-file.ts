import { join } from 'node:path';
import { isInside } from '../runner/source/inside.ts';
import { isMissing, realFolder, unreadable } from '../runner/source/readable-file.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { repositoryAbove } from '../runner/source/repository.ts';

/** Text of a file, without the byte order mark that it may start with, or why there is none. */
type ProjectText = { text: string; mark: '' | '\ufeff' } | { none: 'missing' | 'too large' };

/**
 * Reads a small file of a project. Symbolic links may point to files of the project or its repository.
 * @param folder project folder; `path` is relative to it
 * @param maxBytes limit of the size
 * @throws {ServiceError} UNREADABLE_PATH if it is not a regular file, outside the repository, or not readable
 */
export function readProjectFile(folder: string, path: string, maxBytes: number): ProjectText {
  try {
    const root = realFolder(folder);
    const boundary = repositoryAbove(root) ?? root;
    const bytes = readRegularFile(join(root, path), maxBytes, (real) => {
      if (!isInside(boundary, real)) throw new Error('it is a symbolic link to a file outside the project');
    });
    if (!bytes) return { none: 'too large' };
    return splitMark(bytes.toString('utf8'));
  } catch (error) {
    if (isMissing(error)) return { none: 'missing' };
    throw unreadable(path, error);
  }
}

/** Takes the byte order mark off a text. */
export function splitMark(text: string): { text: string; mark: '' | '\ufeff' } {
  return text.startsWith('\ufeff') ? { text: text.slice(1), mark: '\ufeff' } : { text, mark: '' };
}
