import type { Comment } from 'oxc-parser';

/** Where in a bundle the code of which package begins; none for the project's own. */
interface Mark {
  offset: number;
  name?: string;
}

/** Says of places in one file which package they were bundled from, as far as the bundler left a trace. */
export class BundledPackages {
  readonly #whole: string | undefined;
  readonly #marks: readonly Mark[];

  /** @param path of the file: what lies in a `node_modules` is a package as a whole */
  constructor(path: string, comments: readonly Comment[]) {
    this.#whole = packageIn(path);
    this.#marks = comments.flatMap((comment) => markOf(comment) ?? []);
  }

  at(offset: number): string | undefined {
    if (this.#whole !== undefined) return this.#whole;
    let name: string | undefined;
    for (const mark of this.#marks) {
      if (mark.offset > offset) break;
      name = mark.name;
    }
    return name;
  }
}

/** The innermost package that a path goes through, in the layouts of npm and of pnpm. */
export function packageIn(path: string): string | undefined {
  return /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/.@][^/]*)(?:\/|$)/.exec(path)?.[1];
}

/** esbuild writes the path of each module before it, webpack in a box (`!*** ./node_modules/x/index.js ***!`). */
function markOf({ type, value, start }: Comment): Mark | undefined {
  const path =
    type === 'Line'
      ? /^ ((?:[\w@.-]+:)?[\w@./+-]+\.(?:[mc]?[jt]sx?|json))(?:\?\S*)?$/.exec(value)?.[1]
      : /!\*{3} (\S{1,1000}) \*{3}!/.exec(value)?.[1];
  if (path === undefined) return undefined;
  const name = packageIn(path);
  return { offset: start, ...(name !== undefined && { name }) };
}
