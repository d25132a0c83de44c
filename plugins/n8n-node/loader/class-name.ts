import { parse } from 'node:path';

/** The class that n8n looks for in a file: the file's name up to its first dot. */
export function classNameOf(declaredPath: string): string {
  return parse(declaredPath).name.split('.')[0] ?? '';
}

/** n8n's message for a missing class. Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js */
export const classNotFound = 'Class could not be found. Please check if the class is named correctly.';
