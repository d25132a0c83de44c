import { join } from 'node:path';
import { withChildrenFolder } from './children-folder.ts';
import { composeProject } from './compose-project.ts';
import type { Bind } from './module-folders.ts';
import { reachableByAll, treeReadableByAll } from './readable-by-all.ts';

/** How children get to what they see: by binds that we make, or by its path on the host. */
export type Access = 'bind' | 'path';

/** A project as children see it: as it is, or with files laid over it. The project itself is never changed. */
export class ProjectView {
  readonly #project: string;
  readonly #access: Access;
  #open: Promise<boolean> | undefined;

  /** @param project absolute path; it stays as it is for as long as there are children */
  constructor(project: string, access: Access) {
    this.#project = project;
    this.#access = access;
  }

  /**
   * For as long as `use` takes: the folder to show as the project, and what to show inside it, by relative path.
   * @param byOthers the child is another user than we are
   */
  async with<T>(
    { overlay, byOthers }: { overlay: Readonly<Record<string, string>> | undefined; byOthers: boolean },
    use: (folder: string, inside: readonly Bind[]) => Promise<T>,
  ): Promise<T> {
    const open = !byOthers || (await this.#isOpen());
    if (open && overlay === undefined) return use(this.#project, []);
    return withChildrenFolder(async (folder) => {
      const mounting = open && this.#access === 'bind';
      const left = await composeProject(folder, this.#project, { overlay: overlay ?? {}, byOthers, mounting });
      return use(
        folder,
        left.map((name) => ({ from: join(this.#project, name), to: name })),
      );
    });
  }

  /** Whether other users can read all of it. */
  #isOpen(): Promise<boolean> {
    this.#open ??= (async () => {
      const reachable = this.#access === 'bind' || (await reachableByAll(this.#project));
      return reachable && (await treeReadableByAll(this.#project));
    })();
    return this.#open;
  }
}
