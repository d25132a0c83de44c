import { dirname, relative } from 'node:path';
import type { Bind } from './module-folders.ts';

/** Binds in two steps: into a stage folder of the outer sandbox, and from there into the inner one. */
export interface StagedBinds {
  shown: readonly Bind[];
  inside: readonly Bind[];
}

/** Stages each bind separately. @param stage path in the outer sandbox, to which a number is appended */
export function stagedBinds(binds: readonly Bind[], stage: string): StagedBinds {
  return {
    shown: binds.map(({ from }, index) => ({ from, to: `${stage}${index}` })),
    inside: binds.map(({ to }, index) => ({ from: `${stage}${index}`, to })),
  };
}

/** Stages siblings together through their parent folder, which is not visible in the inner sandbox. */
export function stagedFolders(binds: readonly Bind[], stage: string): StagedBinds {
  const siblings = Map.groupBy(binds, ({ from }) => dirname(from));
  const folderOf = (from: string) => ((siblings.get(dirname(from)) ?? []).length > 1 ? dirname(from) : from);
  const folders = [...new Set(binds.map(({ from }) => folderOf(from)))];
  return {
    shown: folders.map((from, index) => ({ from, to: `${stage}${index}` })),
    inside: binds.map(({ from, to }) => {
      const folder = folderOf(from);
      const within = relative(folder, from);
      return { from: `${stage}${folders.indexOf(folder)}${within && `/${within}`}`, to };
    }),
  };
}
