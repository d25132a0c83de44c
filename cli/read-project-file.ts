import { join } from 'node:path';
import { isInside } from '../runner/source/inside.ts';
import { isMissing, realFolder, unreadable } from '../runner/source/readable-file.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { repositoryAbove } from '../runner/source/repository.ts';

/** The text of a file, without a byte order mark; or why there is none. */
export type ProjectText = { text: string } | { none: 'missing' | 'too large' };

/**
 * Reads a small file of a project. A link may lead to another file of the project or of its repository.
 * @param folder the project's; `path` is relative to it
 * @param limit bytes
 * @throws {ServiceError} UNREADABLE_PATH for what is no regular file, lies elsewhere, or may not be read
 */
export function readProjectFile(folder: string, path: string, limit: number): ProjectText {
  try {
    const root = realFolder(folder);
    const boundary = repositoryAbove(root) ?? root;
    const bytes = readRegularFile(join(root, path), limit, (real) => {
      if (!isInside(boundary, real)) throw new Error('it is a link that leads out of the project');
    });
    return bytes ? { text: bytes.toString('utf8').replace(/^\ufeff/, '') } : { none: 'too large' };
  } catch (error) {
    if (isMissing(error)) return { none: 'missing' };
    throw unreadable(path, error);
  }
}
