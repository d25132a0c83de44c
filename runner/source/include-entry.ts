import { posix } from 'node:path';
import { serviceError } from '../../kernel/errors.ts';

/** One entry of an include list. */
export interface IncludeEntry {
  /** Relative to the project, `/`-separated; empty for the project itself. */
  path: string;
  /** Set for `LICENSE*`: only the files of the folder `path` whose names start with it. */
  prefix?: string;
}

/**
 * Parses an entry of an include list.
 * @throws {ServiceError} INVALID_CONFIG for an entry that leads out of the project or is not supported
 */
export function parseIncludeEntry(entry: string): IncludeEntry {
  const fault = faultOf(entry);
  if (fault) {
    const reason = `the include entry ${JSON.stringify(entry)} ${fault}`;
    throw serviceError('INVALID_CONFIG', { file: '.service/config.json', reason });
  }
  const path = posix.normalize(entry).replace(/\/$/, '');
  if (!path.endsWith('*')) return { path: path === '.' ? '' : path };
  const folder = posix.dirname(path);
  return { path: folder === '.' ? '' : folder, prefix: posix.basename(path).slice(0, -1) };
}

function faultOf(entry: string): string | undefined {
  if (entry === '') return 'is empty';
  if (entry.includes('\0')) return 'contains a NUL character';
  if (entry.includes('\\')) return 'contains a backslash; use / between folders';
  if (entry.startsWith('/') || /^[A-Za-z]:/.test(entry)) return 'is absolute; entries are relative to the project';
  if (/^\.\.(\/|$)/.test(posix.normalize(entry))) return 'leads out of the project';
  if (/\*./s.test(entry)) return 'has a * that is not at its end; to include everything in a folder, name the folder';
  return undefined;
}
