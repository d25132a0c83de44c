import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Position } from '../../../kernel/project-files.ts';
import { normalize } from '../project/project-path.ts';

/** A place in a file of the project; without a line when only the file is known. */
export interface SourcePosition extends Partial<Position> {
  file: string;
}

export interface SourceTree {
  /** Whether a file may be named: the stack is untrusted text. */
  has(file: string): boolean;
  /** Source maps, as JSON with sources relative to the project, by compiled file. */
  maps: Readonly<Record<string, string>>;
  /** What files that the build copies are copied from. */
  copied?: ReadonlyMap<string, string>;
}

/** `at Acme.run (dist/Acme.node.js:6:11)`, with and without brackets. */
const frame = /^ +at (?:.* \()?(?:file:\/\/)?([^\n():]+):(\d+):(\d+)\)?$/gm;
/** What Node.js puts above the stack of a syntax error: file, line, the text of the line, a caret below the fault. */
const heading = /^(?:file:\/\/)?([^\n():]+):(\d+)\n[^\n]*\n( *)\^/;

/**
 * Where in the project's own sources an error came from: the first line of its stack that lies there.
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

/** Where in the project's own sources a place of a compiled file, or of one that is there, comes from. */
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
  // Something that the compiler added; a compiled file has one source.
  const [source] = payload.sources;
  return source !== undefined && has(source) ? { file: source } : undefined;
}
