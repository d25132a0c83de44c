import { type FormattingOptions, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import type { Edit } from './finding.ts';

/**
 * Returns the edit that sets a value in a JSON text, in its order and indentation; the index -1 appends to an array.
 * Undefined if the fields above it are of another type.
 */
export function jsonEdit(text: string, path: JSONPath, value: unknown): Edit | undefined {
  const options = { formattingOptions: jsonFormatting(text), isArrayInsertion: path.includes(-1) };
  try {
    const [only, ...others] = modify(text, path, value, options);
    if (!only || others.length > 0) return undefined;
    return { start: only.offset, end: only.offset + only.length, text: only.content };
  } catch {
    return undefined;
  }
}

/** Returns the edit that renames a key of a JSON text. Undefined if there is no such key, or the object has the new one. */
export function jsonKeyEdit(text: string, path: JSONPath, name: string): Edit | undefined {
  const tree = parseTree(text);
  if (!tree || findNodeAtLocation(tree, [...path.slice(0, -1), name])) return undefined;
  const key = findNodeAtLocation(tree, path)?.parent?.children?.[0];
  return key && { start: key.offset, end: key.offset + key.length, text: JSON.stringify(name) };
}

/** How a JSON text is indented. */
export function jsonFormatting(text: string): FormattingOptions {
  const [indent = ''] = /(?<=\n)[ \t]+/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length || 2 };
}
