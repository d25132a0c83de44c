import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rcompare, valid } from 'semver';
import { digestOf } from '../../kernel/digest.ts';
import { type Fields, fieldsOf, textOf } from './lock/lock-values.ts';
import { manifestIn, type ReadablePackage, readInstalled } from './readable-package.ts';

/** A package in a `node_modules` folder. */
export interface InstalledPackage {
  /** Absolute, without links. */
  folder: string;
  name: string;
  version: string;
}

/** Folders above a project that may hold what it has installed: those of its repository. */
const mostAbove = 8;

/** What a project has installed on this machine: read, never run. What leads out of its `node_modules` is not there. */
export class ProjectInstallation {
  /** `node_modules` folders, the nearest first. */
  readonly #folders: readonly string[];

  /** @param project absolute path; undefined where the project is not on this machine */
  constructor(project: string | undefined) {
    this.#folders = project === undefined ? [] : installationsOf(project);
  }

  /**
   * A package at exactly this version.
   * @param id what a lock file calls it: npm's is a path
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

  /** What an import in the project would lead to. */
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
    // pnpm's own links stay within `node_modules`; those to workspaces and to other projects do not.
    if (!this.#folders.some((folder) => real.startsWith(folder + sep))) return undefined;
    return installedAt(real);
  }
}

/** What is installed with us. */
export class OwnInstallation {
  readonly #from = dirname(fileURLToPath(import.meta.url));
  #aliases: string[] | undefined;

  /** Differs where another of our releases has other packages with it. */
  identity(): string {
    return digestOf(JSON.stringify(ownManifest(this.#from)));
  }

  /** A package at exactly this version, under its own name or another one. */
  find(name: string, version: string): InstalledPackage | undefined {
    return this.all(name).find((found) => found.version === version);
  }

  /** Every version of it, under its own name or another one; the highest first. */
  all(name: string): InstalledPackage[] {
    this.#aliases ??= aliasesOf(this.#from);
    return [name, ...this.#aliases]
      .flatMap((installed) => this.nearest(installed) ?? [])
      .filter((found) => found.name === name && valid(found.version) !== null)
      .sort((one, other) => rcompare(one.version, other.version));
  }

  /** What an import would lead to. @param from a folder; ours when absent */
  nearest(name: string, from = this.#from): InstalledPackage | undefined {
    for (let folder = from; ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules', name);
      if (existsSync(join(path, 'package.json'))) return installedAt(realpathSync(path));
      if (dirname(folder) === folder) return undefined;
    }
  }
}

const contents = new Map<string, ReadablePackage | undefined>();

/** What is in a package of our own installation, which does not change while we run. */
export function readOwn(folder: string): ReadablePackage | undefined {
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

/** Up to the root of the repository, where there is one; of a folder that is in none only its own. */
function installationsOf(project: string): string[] {
  const above: string[] = [];
  for (let folder = project; above.length <= mostAbove; folder = dirname(folder)) {
    above.push(folder);
    if (existsSync(join(folder, '.git'))) break;
    if (dirname(folder) === folder) {
      above.splice(1);
      break;
    }
  }
  if (!existsSync(join(above.at(-1) ?? '', '.git'))) above.splice(1);
  return above
    .map((folder) => join(folder, 'node_modules'))
    .flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
}

/** Where pnpm has a version: https://pnpm.io/symlinked-node-modules-structure */
function storePaths(modules: string, name: string, version: string): string[] {
  const store = join(modules, '.pnpm');
  if (!existsSync(store)) return [];
  const prefix = `${name.replace('/', '+')}@${version}`;
  return readdirSync(store)
    .filter((entry) => entry === prefix || entry.startsWith(`${prefix}_`) || entry.startsWith(`${prefix}(`))
    .map((entry) => join(store, entry, 'node_modules', name));
}

/** Names of our own under which another package is installed: `npm:name@version`. */
function aliasesOf(from: string): string[] {
  const wanted = Object.entries(fieldsOf(ownManifest(from)['dependencies']));
  return wanted.flatMap(([name, version]) => (textOf(version)?.startsWith('npm:') ? [name] : []));
}

function ownManifest(from: string): Fields {
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = manifestIn(folder);
    if (manifest['name'] !== undefined || dirname(folder) === folder) return manifest;
  }
}
