import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TemporaryFolder } from '../temporary-folder.ts';
import { makeChildrenFolder } from './children-folder.ts';
import { composeProject, shareFile } from './compose-project.ts';
import { type Bind, moduleFolders } from './module-folders.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

/**
 * Node and our modules for sandboxed processes that see paths of the host. As root, when other users cannot reach them (root's
 * home is closed), the processes get hard links or copies, which are created once.
 */
export class Installation {
  readonly #copies = new Map<string, Promise<string>>();
  readonly #temporary: TemporaryFolder[] = [];

  /** The path of the Node binary. */
  async node(): Promise<string> {
    const from = process.execPath;
    if (isOpen(from)) return from;
    const to = join(await this.#folder('node'), basename(from));
    return this.#once(to, () => copy({ from, to }));
  }

  /** The path of a module, and the folders that it needs; see `moduleFolders`. */
  async modules(module: URL): Promise<{ path: string; folders: string[] }> {
    const { home, binds } = moduleFolders(module, '/');
    const folders = binds.map(({ from }) => from);
    if (folders.every(isOpen)) return { path: fileURLToPath(module), folders };
    const copied = moduleFolders(module, await this.#folder(home));
    await Promise.all(copied.binds.map((bind) => this.#once(bind.to, () => copy(bind))));
    return { path: copied.inside(module), folders: copied.binds.map(({ to }) => to) };
  }

  /** Removes the copies. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#copies.values());
    this.#copies.clear();
    await Promise.all(this.#temporary.splice(0).map((folder) => folder.remove()));
  }

  #folder(key: string): Promise<string> {
    return this.#once(key, async () => {
      const folder = await makeChildrenFolder();
      this.#temporary.push(folder);
      return folder.path;
    });
  }

  #once(key: string, create: () => Promise<string>): Promise<string> {
    const copy = this.#copies.get(key) ?? create();
    this.#copies.set(key, copy);
    return copy;
  }
}

function isOpen(path: string): boolean {
  return !startedAsRoot() || (readableByAll(path) && reachableByAll(path));
}

async function copy({ from, to }: Bind): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  if ((await stat(from)).isDirectory())
    await composeProject(to, from, { overlay: {}, byOthers: true, mounting: false });
  else shareFile(from, to, { byOthers: true });
  return to;
}
