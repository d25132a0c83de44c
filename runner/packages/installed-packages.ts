import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rcompare, valid } from 'semver';
import { digestOf } from '../../kernel/digest.ts';
import { ancestors } from '../ancestors.ts';
import { repositoryAbove } from '../source/repository.ts';
import type { Fields } from './lock/lock-values.ts';
import { manifestIn, type ReadablePackage, readInstalled } from './readable-package.ts';

/** A package in a `node_modules` folder. */
export interface InstalledPackage {
  /** Absolute real path. */
  folder: string;
  name: string;
  version: string;
}

/** The packages that a project has installed on this machine. They are read, never run. Links out of its `node_modules` are ignored. */
export class ProjectInstallation {
  /** `node_modules` folders, the nearest first. */
  readonly #folders: readonly string[];

  /** @param project absolute path; undefined if the project is not on this machine */
  constructor(project: string | undefined) {
    this.#folders = project === undefined ? [] : installationsOf(project);
  }

  /**
   * Finds a package with exactly this version.
   * @param id its key in the lock file, which is a path in npm's
   */
  find({ id, name, version }: { id: string; name: string; version: string }): InstalledPackage | undefined {
    for (const modules of this.#folders) {
      const above = dirname(modules);
      const paths = [join(modules, name), ...(id.includes('node_modules/') ? [join(above, id)] : [])];
      for (const path of [...paths, ...storePaths(modules, name, version)]) {
        const found = this.#at(path);
        if (found?.name === name && found.version === version) return found;
      }
    }
    return undefined;
  }

  /** Resolves an import from the project. */
  nearest(name: string): InstalledPackage | undefined {
    for (const modules of this.#folders) {
      const found = this.#at(join(modules, name));
      if (found) return found;
    }
    return undefined;
  }

  #at(path: string): InstalledPackage | undefined {
    if (!existsSync(join(path, 'package.json'))) return undefined;
    const real = realpathSync(path);
    // pnpm's own links stay within `node_modules`; links to workspaces and other projects do not.
    if (!this.#folders.some((folder) => real.startsWith(folder + sep))) return undefined;
    return installedAt(real);
  }
}

/** The packages that are installed with service, and those of kits: bundled packages. */
export class BundledPackages {
  readonly #own = dirname(fileURLToPath(import.meta.url));
  readonly #kits: readonly string[];

  /** @param kits folders of kits */
  constructor(kits: readonly string[]) {
    this.#kits = kits;
  }

  /** Changes when a release of service comes with other packages. */
  identity(): string {
    return digestOf(JSON.stringify([ownManifest(this.#own), ...this.#kits.map((kit) => basename(kit))]));
  }

  /** Finds a package with exactly this version. */
  find(name: string, version: string): InstalledPackage | undefined {
    return this.all(name).find((found) => found.version === version);
  }

  /** All versions of a package; the highest first. */
  all(name: string): InstalledPackage[] {
    return [this.#own, ...this.#kits]
      .flatMap((folder) => this.nearest(name, folder) ?? [])
      .filter(({ version }) => valid(version) !== null)
      .sort((one, other) => rcompare(one.version, other.version));
  }

  /** Resolves an import. Kits have another package in place of some. @param from a folder */
  nearest(name: string, from: string): InstalledPackage | undefined {
    const paths = ancestors(from).map((folder) => join(folder, 'node_modules', name));
    const path = paths.find((one) => existsSync(join(one, 'package.json')));
    const found = path === undefined ? undefined : installedAt(realpathSync(path));
    return found?.name === name ? found : undefined;
  }
}

const contents = new Map<string, ReadablePackage | undefined>();

/** Reads a bundled package, which does not change while we run. */
export function readBundled(folder: string): ReadablePackage | undefined {
  if (!contents.has(folder)) {
    const read = readInstalled(folder);
    contents.set(folder, read && { ...read, ours: true });
  }
  return contents.get(folder);
}

function installedAt(folder: string): InstalledPackage | undefined {
  const { name, version } = manifestIn(folder);
  return typeof name === 'string' && typeof version === 'string' ? { folder, name, version } : undefined;
}

/** `node_modules` of the project and its ancestors up to the root of the repository; without a repository, only its own. */
function installationsOf(project: string): string[] {
  const top = repositoryAbove(project) ?? project;
  const found: string[] = [];
  for (let folder = project; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules');
    if (existsSync(path)) found.push(realpathSync(path));
    if (folder === top) return found;
  }
}

/** The paths of a version in pnpm's virtual store: https://pnpm.io/symlinked-node-modules-structure */
function storePaths(modules: string, name: string, version: string): string[] {
  const store = join(modules, '.pnpm');
  if (!existsSync(store)) return [];
  const prefix = `${name.replace('/', '+')}@${version}`;
  return readdirSync(store)
    .filter((entry) => entry === prefix || entry.startsWith(`${prefix}_`) || entry.startsWith(`${prefix}(`))
    .map((entry) => join(store, entry, 'node_modules', name));
}

function ownManifest(from: string): Fields {
  const manifests = ancestors(from).map(manifestIn);
  return manifests.find((manifest) => manifest['name'] !== undefined) ?? {};
}
