import type { FileLookup } from '../../../kernel/follow.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { isRelative, moduleFiles, pathFrom } from './module-files.ts';
import { scanModule } from './scan-module.ts';

export const isScript = (path: string) => /\.[cm]?[jt]sx?$/.test(path);

/** Resolves imports by which files exist. */
export const lookupOf = (files: ProjectFiles): FileLookup => ({
  exists: (path) => files.exists(path),
  files: () => [],
  folders: () => [],
  read: () => undefined,
});

/** The files that a script imports by path; none for what is not a script. */
export async function importsOf(path: string, files: ProjectFiles): Promise<string[]> {
  if (!isScript(path)) return [];
  const { specifiers } = scanModule(await files.read(path));
  return [...specifiers].filter(isRelative).flatMap((one) => [...moduleFiles(pathFrom(path, one), lookupOf(files))]);
}
