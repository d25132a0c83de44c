import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Position } from '../../../kernel/project-files.ts';
import { normalize } from '../project/project-path.ts';

/** A location in a file of the project; without a line when only the file is known. */
export interface SourcePosition extends Partial<Position> {
  file: string;
}

export interface SourceTree {
  /** Whether a file exists; the stack is untrusted text. */
  has(file: string): boolean;
  /** Source maps by compiled file: JSON with sources relative to the project. */
  maps: Readonly<Record<string, string>>;
  /** The sources of copied files. */
  copied?: ReadonlyMap<string, string>;
}

/** `at Acme.run (dist/Acme.node.js:6:11)`, with and without parentheses. */
const frame = /^ +at (?:.* \()?(?:file:\/\/)?([^\n():]+):(\d+):(\d+)\)?$/gm;
/** What Node.js prints above the stack of a syntax error: file, line, the text of the line, a caret below the error. */
const heading = /^(?:file:\/\/)?([^\n():]+):(\d+)\n[^\n]*\n( *)\^/;

/**
 * Finds where in the sources of the project an error was thrown: the first frame that belongs to them.
 * @param stack paths in it are relative to the project
 */
export function positionInStack(stack: string, tree: SourceTree): SourcePosition | undefined {
  for (const [, path = '', line, column] of stack.matchAll(frame)) {
    const place = placeInSources(normalize(path), { line: Number(line), column: Number(column) }, tree);
    if (place) return place;
  }
  const [, path = '', line, before = ''] = heading.exec(stack) ?? [];
  return placeInSources(normalize(path), { line: Number(line), column: before.length + 1 }, tree);
}

/** Maps a location in a compiled file to the sources. */
export function placeInSources(
  file: string,
  { line, column }: Position,
  { has, maps, copied }: SourceTree,
): SourcePosition | undefined {
  if (!(line >= 1 && column >= 1)) return undefined;
  const map = Object.hasOwn(maps, file) ? maps[file] : undefined;
  if (map === undefined) {
    const own = copied?.get(file) ?? file;
    return has(own) && !own.includes('node_modules/') ? { file: own, line, column } : undefined;
  }
  const payload: SourceMapPayload = JSON.parse(map);
  const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
  if ('originalSource' in entry && has(entry.originalSource)) {
    return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  // Code that the compiler added is not mapped; a compiled file has one source.
  const [source] = payload.sources;
  return source !== undefined && has(source) ? { file: source } : undefined;
}
