import { type Comment, parseSync } from 'oxc-parser';
import type { Position } from '../../../../kernel/project-files.ts';
import { ConstantFolder } from '../../ast/fold.ts';
import { GlobalPaths } from '../../ast/global-path.ts';
import { lineAt, startsOfLines } from '../../ast/line-starts.ts';
import { nesting } from '../../ast/nesting.ts';
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
  /** Where a line starts, by its number from 0. */
  lineStarts: readonly number[];
}

/** Why a file could not be looked into. */
export class UnreadableSource extends Error {}

/** Brackets within brackets that people and compilers stay far below. The parser's stack ends at some 20,000. */
const deepest = 1500;

/**
 * Parses a file as what its name says.
 * @throws {UnreadableSource} for what is no program, or not safe to parse
 */
export function viewSource(path: string, text: string): SourceView {
  if (nesting(text) > deepest) throw new UnreadableSource(`brackets nested over ${deepest} deep`);
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
  // A script may be what a module may not (`with`, octal numbers), and the other way round.
  for (const sourceType of ['module', 'commonjs', 'script'] as const) {
    const parsed = parseSync(path, text, { lang, sourceType, preserveParens: false });
    if (parsed.errors.some((error) => error.severity === 'Error')) continue;
    const { program, comments } = parsed;
    const own = { program: { ...program }, comments };
    // oxc's result lives until V8 collects everything, and its tree with it.
    program.body = [];
    return own;
  }
  const [first] = parseSync(path, text, { lang }).errors;
  throw new UnreadableSource(first?.message ?? 'it is no program');
}
