import { mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SandboxJob } from '../../kernel/sandbox.ts';
import { sharedMemory, temporaryParent } from '../temporary-parent.ts';
import { makeChildrenFolder } from './children-folder.ts';
import { composeProject } from './compose-project.ts';
import type { Bind } from './module-folders.ts';
import { reachableByAll, treeReadableByAll } from './readable-by-all.ts';

/** How sandboxed processes access the project: through bind mounts, or by its path on the host. */
type Access = 'bind' | 'path';

type Overlay = Awaited<NonNullable<SandboxJob['overlay']>>;

/** What a view adds to the project. */
interface ViewOptions {
  overlay: Overlay | Promise<Overlay>;
  /** A `node_modules` folder to show next to the project. */
  packages: string | undefined;
  /** Whether the sandboxed process runs as another user. */
  byOthers: boolean;
}

/** The folder to show as the project, what to mount inside it, by relative path, and when it is filled, if it is empty yet. */
interface View {
  folder: string;
  inside: readonly Bind[];
  filled?: Promise<void>;
}

/** A composed view, kept while it is in use. */
interface Composed {
  options: ViewOptions;
  view: Promise<View & { remove(): Promise<void> }>;
  users: number;
}

/** A project as sandboxed processes see it: unchanged, or with an overlay. The project itself is never modified. */
export class ProjectView {
  readonly #project: string | Promise<string>;
  readonly #access: Access;
  readonly #composed = new Set<Composed>();
  #open: boolean | undefined;

  /** @param project absolute path; must not change while views are in use. Until a promise of it resolves, views are empty */
  constructor(project: string | Promise<string>, access: Access) {
    this.#project = project;
    this.#access = access;
  }

  /**
   * Calls `use` with a view. Uses with the same options share one read-only folder, because composing it takes longer than
   * most programs run.
   * @param options.packages with access by path only; with bind mounts, the caller mounts them
   */
  async with<T>(
    { overlay, packages, byOthers }: Partial<ViewOptions> & Pick<ViewOptions, 'byOthers'>,
    use: (folder: string, inside: readonly Bind[], filled: Promise<void> | undefined) => Promise<T>,
  ): Promise<T> {
    const project = this.#project;
    const open = typeof project === 'string' && (!byOthers || this.#isOpen(project));
    if (open && overlay === undefined && packages === undefined) return use(project, [], undefined);
    const options = { overlay: overlay ?? {}, packages, byOthers };
    const composed = this.#find(options) ?? this.#compose(options, open);
    composed.users += 1;
    try {
      const { folder, inside, filled } = await composed.view;
      return await use(folder, inside, filled);
    } finally {
      composed.users -= 1;
      if (composed.users === 0) {
        this.#composed.delete(composed);
        const view = await composed.view.catch(() => undefined);
        await view?.remove();
      }
    }
  }

  #find(wanted: ViewOptions): Composed | undefined {
    const isWanted = ({ options: { overlay, packages, byOthers } }: Composed) =>
      byOthers === wanted.byOthers && packages === wanted.packages && isSame(overlay, wanted.overlay);
    return [...this.#composed].find(isWanted);
  }

  #compose(options: ViewOptions, open: boolean): Composed {
    const { overlay, packages, byOthers } = options;
    const project = this.#project;
    const mounting = open && this.#access === 'bind';
    const make = async () => {
      const { path, remove } = await makeChildrenFolder(await this.#parentFor(overlay));
      try {
        const folder = packages === undefined ? path : join(path, 'project');
        if (packages !== undefined) await showPackages(packages, folder, byOthers);
        if (typeof project !== 'string' || overlay instanceof Promise)
          return { folder, inside: [], ...this.#fillLater(folder, options, remove) };
        const mounted = await composeProject(folder, project, { overlay, byOthers, mounting });
        return { folder, inside: mounted.map((name) => ({ from: join(project, name), to: name })), remove };
      } catch (error) {
        await remove();
        throw error;
      }
    };
    const composed: Composed = { options, view: make(), users: 0 };
    this.#composed.add(composed);
    return composed;
  }

  /** Composes the project when it and the overlay are known, unless nobody needs it anymore. */
  #fillLater(folder: string, { overlay, byOthers }: ViewOptions, remove: () => Promise<void>) {
    mkdirSync(folder, { recursive: true });
    let filling: Promise<unknown> | undefined;
    let isNeeded = true;
    const filled = Promise.all([this.#project, overlay]).then(async ([project, content]) => {
      const isLarge = folder.startsWith(`${sharedMemory}/`) && !project.startsWith(`${sharedMemory}/`);
      if (isLarge) throw new Error('the project is too large for memory');
      if (isNeeded) filling = composeProject(folder, project, { overlay: content, byOthers, mounting: false });
      await filling;
    });
    // Told to who waits for it.
    filled.catch(() => {});
    return {
      filled,
      remove: async () => {
        isNeeded = false;
        await filling?.catch(() => {});
        await remove();
      },
    };
  }

  /** In memory only if the project is there too: its files are linked, not copied. */
  async #parentFor(overlay: Overlay | Promise<Overlay>): Promise<string | undefined> {
    if (typeof this.#project === 'string' && !this.#project.startsWith(`${sharedMemory}/`)) return undefined;
    const known = overlay instanceof Promise ? [] : Object.values(overlay);
    const bytes = known.reduce((sum, content) => sum + Buffer.byteLength(content), 0);
    return (await temporaryParent(bytes)) === sharedMemory ? sharedMemory : undefined;
  }

  /** Whether other users can read the whole project. */
  #isOpen(project: string): boolean {
    this.#open ??= (this.#access === 'bind' || reachableByAll(project)) && treeReadableByAll(project);
    return this.#open;
  }
}

/** The path of the packages that are shown with a project. */
export const packagesFolderOf = (project: string) => join(dirname(project), 'node_modules');

/** Links the folder; for other users who cannot reach it, links or copies its files. */
async function showPackages(packages: string, project: string, byOthers: boolean): Promise<void> {
  const target = packagesFolderOf(project);
  if (!byOthers || reachableByAll(packages)) await symlink(packages, target);
  else await composeProject(target, packages, { overlay: {}, byOthers, mounting: false });
}

function isSame(one: ViewOptions['overlay'], other: ViewOptions['overlay']): boolean {
  if (one instanceof Promise || other instanceof Promise) return one === other;
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
