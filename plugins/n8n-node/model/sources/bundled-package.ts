import { SourceMap } from 'node:module';
import type { Comment } from 'oxc-parser';
import type { Position } from '../../../../kernel/project-files.ts';

/** The start of a package's code in a bundle; no name for the project's own code. */
interface Mark {
  offset: number;
  name?: string;
}

interface BundledFile {
  /** For a file in `node_modules`, its package. */
  path: string;
  comments: readonly Comment[];
  /** The text of the file's source map, if there is one. */
  readMap(): string | undefined;
}

/** Finds the package from which code in a file was bundled, if the bundler left a trace. */
export class BundledPackages {
  readonly #whole: string | undefined;
  readonly #marks: readonly Mark[];
  readonly #readMap: BundledFile['readMap'];
  #map: SourceMap | null | undefined;

  constructor({ path, comments, readMap }: BundledFile) {
    this.#whole = packageIn(path);
    this.#marks = comments.flatMap((comment) => markOf(comment) ?? []);
    this.#readMap = readMap;
  }

  at(offset: number, { line, column }: Position): string | undefined {
    if (this.#whole !== undefined) return this.#whole;
    if (this.#marks.length === 0) {
      const entry = this.#sourceMap?.findEntry(line - 1, column - 1);
      return entry && 'originalSource' in entry ? packageIn(entry.originalSource) : undefined;
    }
    let name: string | undefined;
    for (const mark of this.#marks) {
      if (mark.offset > offset) break;
      name = mark.name;
    }
    return name;
  }

  /** Called only for findings. */
  get #sourceMap(): SourceMap | null {
    if (this.#map !== undefined) return this.#map;
    this.#map = null;
    try {
      const text = this.#readMap();
      if (text !== undefined) this.#map = new SourceMap(JSON.parse(text));
    } catch {
      // Without a readable map, the code counts as the project's own.
    }
    return this.#map;
  }
}

/** The innermost package of a path, in the layouts of npm and pnpm. */
function packageIn(path: string): string | undefined {
  return /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/.@][^/]*)(?:\/|$)/.exec(path)?.[1];
}

/**
 * esbuild writes the path of each module before it, rolldown as a region (`#region node_modules/x/index.js`), webpack in
 * a box (`!*** ./node_modules/x/index.js ***!`).
 */
function markOf({ type, value, start }: Comment): Mark | undefined {
  const path =
    type === 'Line'
      ? /^(?:#region)? ((?:[\w@.-]+:)?[\w@./+-]+\.(?:[mc]?[jt]sx?|json))(?:\?\S*)?$/.exec(value)?.[1]
      : /!\*{3} (\S{1,1000}) \*{3}!/.exec(value)?.[1];
  if (path === undefined) return undefined;
  const name = packageIn(path);
  return { offset: start, ...(name !== undefined && { name }) };
}
