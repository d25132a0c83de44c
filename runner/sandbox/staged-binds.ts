import { dirname, relative } from 'node:path';
import type { Bind } from './module-folders.ts';

/** Binds by way of a place between: what is shown there, and what the child then sees of it. */
export interface StagedBinds {
  shown: readonly Bind[];
  inside: readonly Bind[];
}

/** Each for itself. @param place the path of the place between, to which a number is added */
export function stagedBinds(binds: readonly Bind[], place: string): StagedBinds {
  return {
    shown: binds.map(({ from }, index) => ({ from, to: `${place}${index}` })),
    inside: binds.map(({ to }, index) => ({ from: `${place}${index}`, to })),
  };
}

/** The same, where those of one folder are shown with the whole folder, which the child does not see. */
export function stagedFolders(binds: readonly Bind[], place: string): StagedBinds {
  const siblings = Map.groupBy(binds, ({ from }) => dirname(from));
  const folderOf = (from: string) => ((siblings.get(dirname(from)) ?? []).length > 1 ? dirname(from) : from);
  const folders = [...new Set(binds.map(({ from }) => folderOf(from)))];
  return {
    shown: folders.map((from, index) => ({ from, to: `${place}${index}` })),
    inside: binds.map(({ from, to }) => {
      const folder = folderOf(from);
      const within = relative(folder, from);
      return { from: `${place}${folders.indexOf(folder)}${within && `/${within}`}`, to };
    }),
  };
}
