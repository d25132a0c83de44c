import { composeProject } from './compose-project.ts';
import { reachableByAll, treeReadableByAll } from './readable-by-all.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export interface View {
  overlay: Readonly<Record<string, string>> | undefined;
  /**
   * Whom the folder is for: ourselves, another user, or another user who comes there by its path and not by a bind of
   * ours.
   */
  readBy: 'us' | 'others' | 'others-by-path';
}

/**
 * The folder that a child is to see as the project, for as long as `use` takes: the project itself where that will do.
 * @param project absolute path; never changed
 */
export async function withProject<T>(
  project: string,
  { overlay, readBy }: View,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const asItIs =
    overlay === undefined &&
    (readBy !== 'others-by-path' || (await reachableByAll(project))) &&
    (readBy === 'us' || (await treeReadableByAll(project)));
  if (asItIs) return use(project);
  return withTemporaryFolder(async (folder) => {
    await composeProject(folder, project, { overlay: overlay ?? {}, byOthers: readBy !== 'us' });
    return use(folder);
  });
}
