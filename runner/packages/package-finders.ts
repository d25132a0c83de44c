import npa from 'npm-package-arg';
import { satisfies } from 'semver';
import {
  type InstalledPackage,
  type OwnInstallation,
  type ProjectInstallation,
  readOwn,
} from './installed-packages.ts';
import type { DependencyGraph, LockedPackage } from './lock/dependency-graph.ts';
import { dependencyFields, type Fields, field, fieldsOf, textOf, wantedOf } from './lock/lock-values.ts';
import { NotFetched, type PackageFetcher, type WantedVersion } from './package-fetcher.ts';
import type { Candidate, Finder, NotFound } from './package-node.ts';
import type { RangeAnswers } from './range-answers.ts';
import { manifestIn, type ReadablePackage, readInstalled } from './readable-package.ts';

/** Where packages may come from in one run. */
export interface PackagePlaces {
  fetcher: PackageFetcher;
  project: ProjectInstallation;
  own: OwnInstallation;
  ranges: RangeAnswers;
  log(message: string): void;
  /** Paths of packages of the project's own installation that were read, for what is remembered of it. */
  readInstalled(folder: string): void;
  /** Something else was taken, because the registry could not be asked. */
  replaced(): void;
}

/** What the project itself may import. */
export function projectFinder(
  {
    graph,
    manifest,
    instead,
  }: { graph: DependencyGraph | undefined; manifest: Fields; instead: Readonly<Record<string, string>> },
  places: PackagePlaces,
): Finder {
  const ranges = rangeFinder(manifest, places, 'project');
  const locked = graph && lockFinder(graph, undefined, places);
  return {
    async find(name) {
      const version = textOf(field(instead, name));
      if (version !== undefined) return exactly({ name, version }, places);
      return (await locked?.find(name)) ?? (await ranges.find(name)) ?? (graph ? undefined : broughtTypes(name));
    },
  };

  /** Types that other types depend on: an install without a lock file puts them at the top, where there is room. */
  async function broughtTypes(name: string): Promise<Candidate | NotFound | undefined> {
    if (!name.startsWith('@types/')) return undefined;
    const asked = dependencyFields.flatMap((list) => Object.keys(fieldsOf(manifest[list])));
    for (const other of asked.filter((one) => one.startsWith('@types/')).slice(0, mostAsked)) {
      const found = await ranges.find(other);
      if (!found || !('read' in found)) continue;
      const read = await found.read().catch((error: unknown) => {
        if (!(error instanceof NotFetched)) throw error;
      });
      if (read && wantedOf(shippedOf(manifestIn(read.folder)), name) !== undefined) return found.finder.find(name);
    }
    return undefined;
  }
}

/** Packages of types that are looked into for what they bring. */
const mostAsked = 30;

/** Finds what a lock file says. */
function lockFinder(graph: DependencyGraph, from: LockedPackage | undefined, places: PackagePlaces): Finder {
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
        read: () => readLocked(locked, places),
        finder: lockFinder(graph, locked, places),
      };
    },
  };
}

async function readLocked(locked: LockedPackage, places: PackagePlaces): Promise<ReadablePackage> {
  const { fetcher, own } = places;
  const here = fetcher.stored(locked) ?? installedContent(places.project.find(locked), places);
  if (here) return here;
  const ours = own.find(locked.name, locked.version);
  const content = ours && readOwn(ours.folder);
  if (content && locked.integrity === undefined) return content;
  try {
    return await fetcher.fetch(locked);
  } catch (error) {
    if (content && error instanceof NotFetched && error.kind === 'unavailable') return content;
    throw error;
  }
}

function installedContent(installed: InstalledPackage | undefined, places: PackagePlaces): ReadablePackage | undefined {
  const content = installed && readInstalled(installed.folder);
  if (content) places.readInstalled(content.folder);
  return content;
}

/**
 * Finds what ranges allow: of what a project asks for the highest version that there is, as an install would; of what its
 * packages ask for one that is here, where it will do.
 */
function rangeFinder(manifest: Fields, places: PackagePlaces, of: 'project' | 'package'): Finder {
  return {
    async find(imported) {
      const wanted = wantedOf(of === 'project' ? manifest : shippedOf(manifest), imported);
      if (wanted === undefined) return undefined;
      const asked = registrySpec(imported, wanted);
      if (!asked) {
        if (of === 'package') return undefined;
        return { name: imported, kind: 'elsewhere', reason: `"${wanted.slice(0, 100)}" is none of a registry` };
      }
      const { name, range, kind } = asked;
      const near = () => {
        const fits = (found: InstalledPackage | undefined) =>
          found?.name === name && fitsRange(found.version, range) ? found : undefined;
        const [ours] = places.own.all(name).filter(fits);
        return { installed: fits(places.project.nearest(imported)), ours };
      };
      if (of === 'package') {
        const { ours } = near();
        if (ours) return ownCandidate(ours, places);
      }
      try {
        const { version, integrity } = await places.ranges.answer(name, range, kind);
        return await exactly({ name, version, integrity }, places);
      } catch (error) {
        if (!(error instanceof NotFetched)) throw error;
        const { installed, ours } = near();
        places.replaced();
        if (installed) return installedCandidate(installed, places);
        if (ours) {
          if (of === 'project') places.log(`${name}: ${ours.version}, which comes with us, is used (${error.message})`);
          return ownCandidate(ours, places);
        }
        return { name: imported, kind: error.kind, reason: error.message };
      }
    },
  };
}

/** One exact version, whose dependencies nobody has locked. */
async function exactly(wanted: WantedVersion, places: PackagePlaces): Promise<Candidate | NotFound> {
  const { name, version } = wanted;
  const ours = places.own.find(name, version);
  if (ours) return ownCandidate(ours, places);
  const read = () =>
    readLocked({ id: '', ...wanted, ...(wanted.integrity === undefined && { integrity: undefined }) }, places);
  const finder: Finder = {
    find: async (imported) => rangeFinder(manifestIn((await read()).folder), places, 'package').find(imported),
  };
  return { id: `exact ${name}@${version}`, name, version, read, finder };
}

function ownCandidate({ folder, name, version }: InstalledPackage, places: PackagePlaces): Candidate {
  const read = async () => {
    const content = readOwn(folder);
    if (!content) throw new NotFetched('unavailable', 'it has too many files');
    return content;
  };
  const finder: Finder = {
    async find(imported) {
      // Besides, everything lies with us that other packages of ours bring.
      if (wantedOf(shippedOf(manifestIn(folder)), imported) === undefined) return undefined;
      const found = places.own.nearest(imported, folder);
      return found && ownCandidate(found, places);
    },
  };
  return { id: `own ${folder}`, name, version, read, finder };
}

function installedCandidate({ folder, name, version }: InstalledPackage, places: PackagePlaces): Candidate {
  const read = async () => {
    const content = installedContent({ folder, name, version }, places);
    if (!content) throw new NotFetched('unavailable', 'it has too many files');
    return content;
  };
  return { id: `installed ${folder}`, name, version, read, finder: rangeFinder(manifestIn(folder), places, 'package') };
}

/** What comes with a package when it is installed. https://docs.npmjs.com/cli/v11/configuring-npm/package-json#peerdependenciesmeta */
function shippedOf({ devDependencies: _, ...manifest }: Fields): Fields {
  const meta = fieldsOf(manifest['peerDependenciesMeta']);
  const peers = Object.entries(fieldsOf(manifest['peerDependencies']));
  const needed = peers.filter(([name]) => fieldsOf(field(meta, name))['optional'] !== true);
  return { ...manifest, peerDependencies: Object.fromEntries(needed) };
}

function fitsRange(version: string, range: string): boolean {
  return range === 'latest' || satisfies(version, range, { includePrerelease: false });
}

/** What a registry can be asked for; undefined for folders, repositories, workspaces and catalogs. */
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
