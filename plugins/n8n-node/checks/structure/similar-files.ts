import { isDeclarationFile } from '../../typescript/declaration-file.ts';

/** Finds the scripts in other folders with the same name as a missing one, in any letter case. */
export class SimilarFiles {
  readonly #byName = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      if (!/\.[cm]?[jt]sx?$/.test(path) || isDeclarationFile(path) || /(^|\/)node_modules\//.test(path)) continue;
      const known = this.#byName.get(nameOf(path));
      if (known) known.push(path);
      else this.#byName.set(nameOf(path), [path]);
    }
  }

  to(path: string): readonly string[] {
    return this.#byName.get(nameOf(path)) ?? [];
  }
}

const nameOf = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.[cm]?[jt]sx?$/, '')
    .toLowerCase();
