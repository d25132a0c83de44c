import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import { guard } from '../../kernel/guard.ts';
import type { InstalledPackages } from '../../kernel/packages.ts';
import { makeReadable, type PackageStore } from './package-store.ts';

const InstallationRecord = Type.Object({
  /** Of the folder below `installed`. */
  name: Type.String(),
  at: Type.Number(),
  missing: Type.Record(Type.String(), Type.String()),
  /** Path and size of each manifest. */
  manifests: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
});
type InstallationRecord = Static<typeof InstallationRecord>;
const installationRecord = guard(InstallationRecord);

/** An installation that runs share. */
export interface KeptInstallation extends InstalledPackages {
  /** When its packages were resolved, in milliseconds since 1970. */
  at: number;
}

/**
 * Installations by what was asked for, in the store of this user. A new one gets a folder of its own: runs may be using the
 * one before.
 */
export class KeptInstallations {
  readonly #store: PackageStore;

  constructor(store: PackageStore) {
    this.#store = store;
  }

  /** Returns undefined where there is none, or where one of its manifests has changed. */
  find(key: string): KeptInstallation | undefined {
    const record = this.#store.records.read(`installation ${key}`);
    if (!installationRecord.is(record)) return undefined;
    const { name, at, missing, manifests } = record;
    const folder = join(this.#store.installed, name);
    const isThere = ([path, size]: [string, number]) =>
      statSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
    if (!existsSync(folder) || !manifests.every(isThere)) return undefined;
    return { folder: join(folder, 'node_modules'), at, missing };
  }

  /**
   * Moves a folder `node_modules` into the store.
   * @throws {Error} of the file system; the folder is then where it was
   */
  async keep(key: string, modules: string, missing: InstalledPackages['missing']): Promise<KeptInstallation> {
    const [name, at] = [randomUUID(), Date.now()];
    const folder = join(this.#store.installed, name);
    const files = await makeReadable(modules);
    const sizes = files.map((path): [string, number] => [path.slice(dirname(modules).length + 1), statSync(path).size]);
    const manifests = sizes.filter(([path]) => basename(path) === 'package.json');
    const record: InstallationRecord = { name, at, missing: { ...missing }, manifests };
    // Before the folder is there: one that nothing leads to would stay.
    await this.#store.records.write(`installation ${key}`, record);
    await this.#store.records.write(`installed ${name}`, { bytes: sizes.reduce((sum, [, size]) => sum + size, 0) });
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await rename(modules, join(folder, 'node_modules'));
    return { folder: join(folder, 'node_modules'), at, missing };
  }

  /** Records that a run uses an installation. */
  touch({ folder }: KeptInstallation): void {
    if (folder !== undefined) this.#store.touch(dirname(folder));
  }
}
