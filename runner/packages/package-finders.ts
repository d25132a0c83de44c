import npa from 'npm-package-arg';
import { satisfies, valid } from 'semver';
import type { UnavailablePackage } from '../../kernel/packages.ts';
import {
  type BundledPackages,
  type InstalledPackage,
  type ProjectInstallation,
  readBundled,
} from './installed-packages.ts';
import type { DependencyGraph, LockedPackage } from './lock/dependency-graph.ts';
import { dependencyFields, type Fields, field, fieldsOf, requiredPeers, textOf, wantedOf } from './lock/lock-values.ts';
import type { ReadLock } from './lock/read-lock.ts';
import { NotFetched, type PackageFetcher, type WantedVersion } from './package-fetcher.ts';
import type { Candidate, Finder } from './package-node.ts';
import type { RangeCache } from './range-cache.ts';
import { manifestIn, type ReadablePackage, readInstalled } from './readable-package.ts';

/** The sources of packages in one run. */
export interface FinderSources {
  fetcher: PackageFetcher;
  project: ProjectInstallation;
  bundled: BundledPackages;
  ranges: RangeCache;
  log(message: string): void;
  /** Called with the path of each package that was read from the project's installation. */
  onInstalledRead(folder: string): void;
  /** Called when a fallback is used because the registry is not available. */
  onFallback(): void;
}

/** Resolves imports from the project. @param lock its lock file @param above manifests of the folders around it */
export function projectFinder(
  {
    lock,
    manifest,
    above = [],
    instead,
  }: {
    lock: ReadLock | undefined;
    manifest: Fields;
    above?: readonly Fields[];
    instead: Readonly<Record<string, string>>;
  },
  sources: FinderSources,
): Finder {
  const graph = lock?.graph;
  const ranges = rangeFinder(manifest, sources, 'project');
  const around = above.map((one) => rangeFinder(one, sources, 'project'));
  const locked = graph && lockFinder(graph, undefined, sources);
  const replaced = rangeFinder({ dependencies: instead }, sources, 'project');
  return {
    async find(name) {
      const version = textOf(field(instead, name));
      if (version !== undefined)
        return valid(version) === null ? replaced.find(name) : exactVersion({ name, version }, sources);
      const isCurrent = lock === undefined || !isOutdated(name, lock, manifest);
      const found = isCurrent ? await locked?.find(name) : undefined;
      return (
        found ?? (await ranges.find(name)) ?? (await foundAround(name)) ?? (graph ? undefined : typesOfTypes(name))
      );
    },
  };

  async function foundAround(name: string): Promise<Candidate | UnavailablePackage | undefined> {
    for (const finder of around) {
      const found = await finder.find(name);
      if (found) return found;
    }
    return undefined;
  }

  /** Types that other types depend on: without a lock file, they are hoisted to the top. */
  async function typesOfTypes(name: string): Promise<Candidate | UnavailablePackage | undefined> {
    if (!name.startsWith('@types/')) return undefined;
    const wanted = dependencyFields.flatMap((list) => Object.keys(fieldsOf(manifest[list])));
    for (const other of wanted.filter((one) => one.startsWith('@types/')).slice(0, maxTypes)) {
      const found = await ranges.find(other);
      if (!found || !('read' in found)) continue;
      const read = await found.read().catch((error: unknown) => {
        if (!(error instanceof NotFetched)) throw error;
      });
      if (read && wantedOf(installedDependenciesOf(manifestIn(read.folder)), name) !== undefined)
        return found.finder.find(name);
    }
    return undefined;
  }
}

/**
 * Whether a lock file has another version of a package than the manifest beside it allows: `npm ci` fails then, and
 * `npm install` replaces it.
 */
function isOutdated(name: string, { path, graph }: ReadLock, manifest: Fields): boolean {
  const locked = graph?.resolve(name);
  const wanted = wantedOf(manifest, name);
  // The root of a repository may override what its packages ask for; pnpm has overrides elsewhere, too.
  const isOwn = path === 'package-lock.json' || path === 'npm-shrinkwrap.json';
  if (!isOwn || !locked || locked.version === '' || wanted === undefined || overrides(manifest, name)) return false;
  const spec = registrySpec(name, wanted);
  return spec?.kind === 'range' && !satisfies(locked.version, spec.range, { includePrerelease: true });
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#overrides, and its like of other package managers */
export const overrideFields = ['overrides', 'resolutions', 'pnpm'];

const overrides = (manifest: Fields, name: string): boolean =>
  overrideFields.some((field) => (JSON.stringify(manifest[field]) ?? '').includes(`"${name}`));

/** Packages of types to search for dependencies. */
const maxTypes = 30;

/** Resolves imports with a lock file. */
function lockFinder(graph: DependencyGraph, from: LockedPackage | undefined, sources: FinderSources): Finder {
  return {
    async find(name) {
      const locked = graph.resolve(name, from);
      if (!locked) return undefined;
      const { id, version, elsewhere } = locked;
      if (elsewhere !== undefined)
        return { name, ...(version !== '' && { version }), kind: 'elsewhere', reason: elsewhere };
      return {
        id: `lock ${id}`,
        name: locked.name,
        version,
        read: () => readLocked(locked, sources),
        finder: lockFinder(graph, locked, sources),
      };
    },
  };
}

async function readLocked(locked: LockedPackage, sources: FinderSources): Promise<ReadablePackage> {
  const { fetcher, bundled } = sources;
  const local = fetcher.stored(locked) ?? installedContent(sources.project.find(locked), sources);
  if (local) return local;
  const own = bundled.find(locked.name, locked.version);
  const content = own && readBundled(own.folder);
  if (content && locked.integrity === undefined) return content;
  try {
    return await fetcher.fetch(locked);
  } catch (error) {
    if (content && error instanceof NotFetched && error.kind === 'unavailable') return content;
    throw error;
  }
}

function installedContent(
  installed: InstalledPackage | undefined,
  sources: FinderSources,
): ReadablePackage | undefined {
  const content = installed && readInstalled(installed.folder);
  if (content) sources.onInstalledRead(content.folder);
  return content;
}

/**
 * Resolves imports with the ranges in a manifest: those of a project to the highest version, as an installation does; those of
 * its packages to a bundled version, if one matches.
 */
function rangeFinder(manifest: Fields, sources: FinderSources, of: 'project' | 'package'): Finder {
  return {
    async find(imported) {
      const wanted = wantedOf(of === 'project' ? manifest : installedDependenciesOf(manifest), imported);
      if (wanted === undefined) return undefined;
      const spec = registrySpec(imported, wanted);
      if (!spec) {
        if (of === 'package') return undefined;
        return { name: imported, kind: 'elsewhere', reason: `"${wanted.slice(0, 100)}" is not a registry package` };
      }
      const { name, range, kind } = spec;
      const localMatches = () => {
        const fits = (found: InstalledPackage | undefined) =>
          found?.name === name && fitsRange(found.version, range) ? found : undefined;
        const [bundled] = sources.bundled.all(name).filter(fits);
        return { installed: fits(sources.project.nearest(imported)), bundled };
      };
      if (of === 'package') {
        const { bundled } = localMatches();
        if (bundled) return bundledCandidate(bundled, sources);
      }
      try {
        const { version, integrity } = await sources.ranges.resolve(name, range, kind);
        return await exactVersion({ name, version, integrity }, sources);
      } catch (error) {
        if (!(error instanceof NotFetched)) throw error;
        const { installed, bundled } = localMatches();
        sources.onFallback();
        if (installed) return installedCandidate(installed, sources);
        if (bundled) {
          if (of === 'project') sources.log(`Using the bundled ${name}@${bundled.version} (${error.message})`);
          return bundledCandidate(bundled, sources);
        }
        return { name: imported, kind: error.kind, reason: error.message };
      }
    },
  };
}

/** An exact version, whose dependencies are not locked. */
async function exactVersion(wanted: WantedVersion, sources: FinderSources): Promise<Candidate | UnavailablePackage> {
  const { name, version } = wanted;
  const bundled = sources.bundled.find(name, version);
  if (bundled) return bundledCandidate(bundled, sources);
  const read = () =>
    readLocked({ id: '', ...wanted, ...(wanted.integrity === undefined && { integrity: undefined }) }, sources);
  const finder: Finder = {
    find: async (imported) => rangeFinder(manifestIn((await read()).folder), sources, 'package').find(imported),
  };
  return { id: `exact ${name}@${version}`, name, version, read, finder };
}

function bundledCandidate({ folder, name, version }: InstalledPackage, sources: FinderSources): Candidate {
  const read = async () => {
    const content = readBundled(folder);
    if (!content) throw new NotFetched('unavailable', 'it has too many files');
    return content;
  };
  const finder: Finder = {
    async find(imported) {
      // Other packages of ours are hoisted next to it, but it does not depend on them.
      if (wantedOf(installedDependenciesOf(manifestIn(folder)), imported) === undefined) return undefined;
      const found = sources.bundled.nearest(imported, folder);
      return found && bundledCandidate(found, sources);
    },
  };
  return { id: `own ${folder}`, name, version, read, finder };
}

function installedCandidate({ folder, name, version }: InstalledPackage, sources: FinderSources): Candidate {
  const read = async () => {
    const content = installedContent({ folder, name, version }, sources);
    if (!content) throw new NotFetched('unavailable', 'it has too many files');
    return content;
  };
  return {
    id: `installed ${folder}`,
    name,
    version,
    read,
    finder: rangeFinder(manifestIn(folder), sources, 'package'),
  };
}

/** The dependencies that are installed with a package. */
const installedDependenciesOf = ({ devDependencies: _, ...manifest }: Fields): Fields => ({
  ...manifest,
  peerDependencies: requiredPeers(manifest),
});

function fitsRange(version: string, range: string): boolean {
  return range === 'latest' || satisfies(version, range, { includePrerelease: false });
}

/** Parses a specifier for a registry; undefined for folders, repositories, workspaces and catalogs. */
function registrySpec(
  name: string,
  wanted: string,
): { name: string; range: string; kind: 'range' | 'tag' | 'version' } | undefined {
  try {
    const result = npa.resolve(name, wanted.slice(0, 500), '/');
    const spec = result.type === 'alias' ? fieldsOf(Reflect.get(result, 'subSpec')) : fieldsOf(result);
    const { type, name: real, fetchSpec } = spec;
    if (typeof real !== 'string' || typeof fetchSpec !== 'string') return undefined;
    if (type !== 'range' && type !== 'tag' && type !== 'version') return undefined;
    return { name: real, range: fetchSpec, kind: type };
  } catch {
    return undefined;
  }
}
