import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
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
    this.#store.touch(folder);
    return { folder: join(folder, 'node_modules'), at, missing };
  }

  /** Moves a folder `node_modules` into the store. @returns its new path */
  async keep(key: string, modules: string, missing: InstalledPackages['missing']): Promise<KeptInstallation> {
    const [name, at] = [randomUUID(), Date.now()];
    const folder = join(this.#store.installed, name);
    await mkdir(folder, { mode: 0o755 });
    await rename(modules, join(folder, 'node_modules'));
    await makeReadable(folder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.flatMap(({ parentPath, name: file }) =>
      file === 'package.json' ? [join(parentPath, file).slice(folder.length + 1)] : [],
    );
    const manifests = files.map((path): [string, number] => [path, statSync(join(folder, path)).size]);
    const record: InstallationRecord = { name, at, missing: { ...missing }, manifests };
    // Without it, the next run installs again.
    await this.#store.records.write(`installation ${key}`, record).catch(() => {});
    return { folder: join(folder, 'node_modules'), at, missing };
  }
}
