import { type Comment, parseSync } from 'oxc-parser';
import type { Position } from '../../../../kernel/project-files.ts';
import { ConstantFolder } from '../../ast/fold.ts';
import { GlobalPaths } from '../../ast/global-path.ts';
import { lineAt, startsOfLines } from '../../ast/line-starts.ts';
import { resolveNames, type SourceTree } from '../../ast/scope.ts';

/** One parsed file. */
export interface SourceView {
  path: string;
  text: string;
  tree: SourceTree;
  constants: ConstantFolder;
  globals: GlobalPaths;
  comments: readonly Comment[];
  position(offset: number): Position;
  /** Offsets of the lines, by line number from 0. */
  lineStarts: readonly number[];
}

/** A file cannot be parsed; the message says why. */
export class UnreadableSource extends Error {}

/** Nesting of brackets; the parser's stack overflows at about 20,000. */
const maxNesting = 1500;

/**
 * Parses a file according to its extension.
 * @throws {UnreadableSource} if it has syntax errors or is not safe to parse
 */
export function viewSource(path: string, text: string): SourceView {
  if (nesting(text) > maxNesting) throw new UnreadableSource(`brackets nested over ${maxNesting} deep`);
  const parsed = parse(path, text);
  const tree = resolveNames(parsed.program);
  const constants = new ConstantFolder(tree);
  const lineStarts = startsOfLines(text);
  return {
    path,
    text,
    tree,
    constants,
    globals: new GlobalPaths(tree, constants),
    comments: parsed.comments,
    lineStarts,
    position: (offset) => {
      const line = lineAt(lineStarts, offset);
      return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
    },
  };
}

function parse(path: string, text: string) {
  const lang = /\.[mc]?ts$/.test(path) ? 'ts' : 'js';
  // Scripts allow syntax that modules do not (`with`, octal numbers), and vice versa.
  for (const sourceType of ['module', 'commonjs', 'script'] as const) {
    const parsed = parseSync(path, text, { lang, sourceType, preserveParens: false });
    if (parsed.errors.some((error) => error.severity === 'Error')) continue;
    const { program, comments } = parsed;
    const own = { program: { ...program }, comments };
    // Otherwise the syntax tree stays in memory until a full garbage collection.
    program.body = [];
    return own;
  }
  const [first] = parseSync(path, text, { lang }).errors;
  throw new UnreadableSource(first?.message ?? 'it is no program');
}

/** The nesting depth of brackets, including those in strings and comments: an upper bound. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x28 || character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > most) most = depth;
    } else if ((character === 0x29 || character === 0x5d || character === 0x7d) && depth > 0) {
      depth -= 1;
    }
  }
  return most;
}
