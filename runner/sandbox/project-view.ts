import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { memory, temporaryPlace } from '../temporary-place.ts';
import { makeChildrenFolder } from './children-folder.ts';
import { composeProject } from './compose-project.ts';
import type { Bind } from './module-folders.ts';
import { reachableByAll, treeReadableByAll } from './readable-by-all.ts';

/** How children get to what they see: by binds that we make, or by its path on the host. */
export type Access = 'bind' | 'path';

type Overlay = Readonly<Record<string, string>>;

/** What children see besides the project. */
interface Shown {
  overlay: Overlay;
  /** A `node_modules` folder that is to be beside the project. */
  packages: string | undefined;
  /** The child is another user than we are. */
  byOthers: boolean;
}

/** The folder to show as the project, and what to show inside it, by relative path. */
interface View {
  folder: string;
  inside: readonly Bind[];
}

/** A view that was made, for as long as there are children that see it. */
interface Composed {
  shown: Shown;
  view: Promise<View & { remove(): Promise<void> }>;
  users: number;
}

/** A project as children see it: as it is, or with files laid over it. The project itself is never changed. */
export class ProjectView {
  readonly #project: string;
  readonly #access: Access;
  readonly #composed = new Set<Composed>();
  #open: boolean | undefined;

  /** @param project absolute path; it stays as it is for as long as there are children */
  constructor(project: string, access: Access) {
    this.#project = project;
    this.#access = access;
  }

  /**
   * For as long as `use` takes: what to show. Children that are to see the same see the same folder, which none of them
   * can write to: to make it anew for each takes longer than most of them.
   * @param wanted.packages where children get to the project by its path: whoever binds it, binds them too
   */
  async with<T>(
    { overlay, packages, byOthers }: Partial<Shown> & Pick<Shown, 'byOthers'>,
    use: (folder: string, inside: readonly Bind[]) => Promise<T>,
  ): Promise<T> {
    const open = !byOthers || this.#isOpen();
    if (open && overlay === undefined && packages === undefined) return use(this.#project, []);
    const shown = { overlay: overlay ?? {}, packages, byOthers };
    const composed = this.#find(shown) ?? this.#compose(shown, open);
    composed.users += 1;
    try {
      const { folder, inside } = await composed.view;
      return await use(folder, inside);
    } finally {
      composed.users -= 1;
      if (composed.users === 0) {
        this.#composed.delete(composed);
        const view = await composed.view.catch(() => undefined);
        await view?.remove();
      }
    }
  }

  #find(wanted: Shown): Composed | undefined {
    const isWanted = ({ shown: { overlay, packages, byOthers } }: Composed) =>
      byOthers === wanted.byOthers && packages === wanted.packages && isSame(overlay, wanted.overlay);
    return [...this.#composed].find(isWanted);
  }

  #compose(shown: Shown, open: boolean): Composed {
    const { overlay, packages, byOthers } = shown;
    const mounting = open && this.#access === 'bind';
    const make = async () => {
      const { path, remove } = await makeChildrenFolder(await this.#placeFor(overlay));
      try {
        const folder = packages === undefined ? path : join(path, 'project');
        const left = await composeProject(folder, this.#project, { overlay, byOthers, mounting });
        if (packages !== undefined) await showPackages(packages, folder, byOthers);
        return { folder, inside: left.map((name) => ({ from: join(this.#project, name), to: name })), remove };
      } catch (error) {
        await remove();
        throw error;
      }
    };
    const composed: Composed = { shown, view: make(), users: 0 };
    this.#composed.add(composed);
    return composed;
  }

  /** In memory only beside a project that is there: its files are linked, not copied. */
  async #placeFor(overlay: Overlay): Promise<string | undefined> {
    if (!this.#project.startsWith(`${memory}/`)) return undefined;
    const bytes = Object.values(overlay).reduce((sum, content) => sum + Buffer.byteLength(content), 0);
    return (await temporaryPlace(bytes)) === memory ? memory : undefined;
  }

  /** Whether other users can read all of it. */
  #isOpen(): boolean {
    this.#open ??= (this.#access === 'bind' || reachableByAll(this.#project)) && treeReadableByAll(this.#project);
    return this.#open;
  }
}

/** Where packages are that are shown with a project. */
export const packagesBeside = (project: string) => join(dirname(project), 'node_modules');

/** A link where the child gets to them; others than us get links to the files, or copies. */
async function showPackages(packages: string, project: string, byOthers: boolean): Promise<void> {
  const shown = packagesBeside(project);
  if (!byOthers || reachableByAll(packages)) await symlink(packages, shown);
  else await composeProject(shown, packages, { overlay: {}, byOthers, mounting: false });
}

function isSame(one: Overlay, other: Overlay): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
