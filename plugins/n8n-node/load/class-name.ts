import { parse } from 'node:path';

/** The class that n8n looks for in a file: the file's name up to its first dot. */
export function classNameOf(declaredPath: string): string {
  return parse(declaredPath).name.split('.')[0] ?? '';
}
