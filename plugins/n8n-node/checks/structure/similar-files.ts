import { isDeclarationFile } from '../../typescript/declaration-file.ts';

/** Finds the scripts in other folders with the same name as a missing one, in any letter case. */
export function similarFiles(paths: readonly string[]): (path: string) => readonly string[] {
  const scripts = paths.filter(
    (path) => /\.[cm]?[jt]sx?$/.test(path) && !isDeclarationFile(path) && !/(^|\/)node_modules\//.test(path),
  );
  const byName = Map.groupBy(scripts, nameOf);
  return (path) => byName.get(nameOf(path)) ?? [];
}

const nameOf = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.[cm]?[jt]sx?$/, '')
    .toLowerCase();
