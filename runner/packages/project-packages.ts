import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import Type from 'typebox';
import type { Manifest } from '../../kernel/check.ts';
import { digestOf } from '../../kernel/digest.ts';
import { guard } from '../../kernel/guard.ts';
import { parseManifest } from '../../kernel/manifest.ts';
import type {
  AbsentPackages,
  MissingPackage,
  PackageFiles,
  Packages,
  ProvidedPackages,
  UnavailablePackage,
  WantedPackages,
} from '../../kernel/packages.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import { isRecord } from '../../kernel/record.ts';
import type { Registry } from '../source/registry.ts';
import { maxLevels } from '../source/stored-path.ts';
import { BundledPackages, ProjectInstallation } from './installed-packages.ts';
import { createLayout, DamagedPackage, findLayout } from './layout.ts';
import { dependencyFields, lockedNames, requiredPeers } from './lock/lock-values.ts';
import { findLocks, type ReadLock, readLock } from './lock/read-lock.ts';
import { closureOf } from './package-closure.ts';
import { type Availability, NotFetched, PackageFetcher } from './package-fetcher.ts';
import { type FinderSources, overrideFields, projectFinder } from './package-finders.ts';
import type { Finder } from './package-node.ts';
import type { PackageStore } from './package-store.ts';
import { placePackages } from './place-packages.ts';
import { RangeCache, rangeTtl } from './range-cache.ts';
import { installedKey, isText, readerOf } from './readable-package.ts';

/** Seconds for all downloads of a run. */
const downloadTimeout = 60;

export interface PackagesOptions {
  files: ProjectFiles;
  manifest: Manifest | undefined;
  store: PackageStore;
  /** Undefined when offline. */
  registry: Registry | undefined;
  /** Address of the registry, also when offline: what it has answered is cached by it. */
  origin: string;
  /** The project on this machine, to use its installed packages. */
  folder?: string | undefined;
  /** Folders of installed kits: their packages are used where the registry is not available. */
  kits?: readonly string[];
  signal: AbortSignal;
  log(message: string): void;
  /** Called when the packages may change without a change of the project, with the expiry: Unix time in milliseconds. */
  onVolatile(until: number): void;
}

/** The result for a project. */
interface Plan extends ProvidedPackages {
  /** The packages from the project's installation that it contains, with keys that change when they do. */
  installed: [folder: string, key: string][];
  until?: number;
}

/** A cached plan. */
const plans = guard(
  Type.Object({
    folder: Type.Optional(Type.String()),
    versions: Type.Record(Type.String(), Type.String()),
    missing: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.Optional(Type.String()),
        kind: Type.Enum(['unknown', 'elsewhere', 'refused', 'unavailable']),
        reason: Type.String(),
        neededBy: Type.Array(Type.String()),
      }),
    ),
    excepted: Type.Array(Type.String()),
    installed: Type.Array(Type.Tuple([Type.String(), Type.String()])),
    until: Type.Optional(Type.Number()),
  }),
);

/** The packages for the project of one run. */
export class ProjectPackages implements Omit<Packages, 'install'> {
  readonly #options: PackagesOptions;
  readonly #fetcher: PackageFetcher;
  readonly #ranges: RangeCache;
  readonly #project: ProjectInstallation;
  readonly #bundled: BundledPackages;
  readonly #pending = new Set<Promise<ProvidedPackages>>();
  /** Whether a fallback was used because the registry is not available. */
  #usedFallback = false;
  #lock: Promise<ReadLock | undefined> | undefined;
  #above: Promise<readonly Manifest[]> | undefined;

  constructor(options: PackagesOptions) {
    const { store, registry, origin, folder, kits = [], signal } = options;
    this.#bundled = new BundledPackages(kits);
    this.#options = options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadTimeout * 1000)]);
    this.#fetcher = new PackageFetcher(store, registry, limit);
    this.#ranges = new RangeCache(store.records, this.#fetcher, origin);
    this.#project = new ProjectInstallation(folder);
  }

  provide(wanted: WantedPackages): Promise<ProvidedPackages> {
    const providing = this.#provide(wanted);
    this.#pending.add(providing);
    return providing;
  }

  async ambient(): Promise<readonly string[]> {
    const { manifest = {} } = this.#options;
    const graph = (await this.#readLock())?.graph;
    const named = dependencyFields.flatMap((list) => {
      const listed = manifest[list];
      return isRecord(listed) ? Object.keys(listed).filter((name) => name.startsWith('@types/')) : [];
    });
    // A lock file may lack what package.json lists.
    const listed = [...(graph?.ambient() ?? []), ...named];
    // What is installed beside or without a lock file nearly always depends on @types/node.
    const isWhole = [...lockedNames(manifest), ...Object.keys(requiredPeers(manifest))].every((name) =>
      graph?.resolve(name),
    );
    return [...new Set([...listed, ...(graph && isWhole ? [] : ['@types/node'])])];
  }

  async files(name: string): Promise<PackageFiles | UnavailablePackage> {
    const lock = await this.#readLock();
    const { manifest = {} } = this.#options;
    const above = await this.#manifestsAbove();
    const finder = projectFinder({ lock, manifest, above, instead: {} }, this.#sources());
    return this.#filesIn(finder, name, unlisted(name, lock));
  }

  async #filesIn(
    finder: Finder,
    name: string,
    unknown: UnavailablePackage,
  ): Promise<PackageFiles | UnavailablePackage> {
    const found = await this.#readFiles(finder, name).catch((error: unknown): UnavailablePackage => {
      if (!(error instanceof NotFetched)) throw error;
      return { name, kind: error.kind, reason: error.message };
    });
    const isComplete =
      !(found && 'kind' in found && found.kind === 'unavailable') && !(this.#usedFallback && this.#options.registry);
    if (!isComplete) this.#options.onVolatile(Date.now());
    else if (this.#ranges.used || (found && 'kind' in found)) this.#options.onVolatile(Date.now() + rangeTtl);
    return found ?? unknown;
  }

  async #readFiles(finder: Finder, name: string): Promise<PackageFiles | UnavailablePackage | undefined> {
    const found = await finder.find(name);
    if (!found || !('read' in found)) return found;
    const { folder, files } = await found.read();
    const read = readerOf(folder);
    return {
      read: (path) => (isText(path) && files.some(([file]) => file === path) ? read(path).toString('utf8') : undefined),
      files: (other) =>
        this.#filesIn(found.finder, other, { name: other, kind: 'unknown', reason: `${name} does not depend on it` }),
    };
  }

  async absent(wanted: Readonly<Record<string, string>>): Promise<AbsentPackages> {
    const { registry, onVolatile } = this.#options;
    const answers = await Promise.all(
      Object.entries(wanted).map(async ([name, spec]) => ({ name, ...(await this.#fetcher.availability(name, spec)) })),
    );
    const namesOf = (kind: Availability['kind']) => answers.flatMap((one) => (one.kind === kind ? [one.name] : []));
    const unanswered = namesOf('unanswered');
    if (answers.length > 0) onVolatile(unanswered.length > 0 ? Date.now() : Date.now() + rangeTtl);
    return {
      registry: registry?.shown ?? '',
      names: namesOf('noPackage'),
      versions: Object.fromEntries(
        answers.flatMap((one) => (one.kind === 'noVersion' ? [[one.name, one.reason]] : [])),
      ),
      unanswered,
    };
  }

  /** Waits for pending work and sweeps the store. @param hasAdded whether others have added something to it */
  async close(hasAdded = false): Promise<void> {
    await Promise.allSettled(this.#pending);
    if (hasAdded || this.#fetcher.added) await this.#options.store.sweep();
  }

  #readLock(): Promise<ReadLock | undefined> {
    const { files, manifest = {} } = this.#options;
    this.#lock ??= readLock(files, manifest);
    return this.#lock;
  }

  /** The manifests of the folders around the project: what is installed there is found from here, too. */
  #manifestsAbove(): Promise<readonly Manifest[]> {
    const { files } = this.#options;
    const paths = Array.from({ length: maxLevels }, (_, at) => `${'../'.repeat(at + 1)}package.json`);
    this.#above ??= Promise.all(
      paths.filter((path) => files.exists(path)).map(async (path) => parseManifest(await files.read(path)) ?? {}),
    );
    return this.#above;
  }

  async #provide(wanted: WantedPackages): Promise<ProvidedPackages> {
    const { store, onVolatile } = this.#options;
    const key = await this.#planKey(wanted);
    const record = store.records.read(key);
    const cached: Plan | undefined = plans.is(record)
      ? { ...record, folder: folderIn(store, record.folder) }
      : undefined;
    if (cached && isUpToDate(cached, store)) {
      if (cached.until !== undefined) onVolatile(cached.until);
      return cached;
    }
    const plan = await this.#createPlan(wanted).catch((error: unknown) => {
      // Bundled packages must not be removed.
      if (!(error instanceof DamagedPackage && error.folder.startsWith(join(store.folder, sep)))) throw error;
      // Fetch it again.
      rmSync(error.folder, { recursive: true, force: true });
      return this.#createPlan(wanted);
    });
    const isComplete =
      plan.missing.every(({ kind }) => kind !== 'unavailable') && !(this.#usedFallback && this.#options.registry);
    if (!isComplete) onVolatile(Date.now());
    else if (plan.until !== undefined) onVolatile(plan.until);
    if (isComplete) await store.records.write(key, plan);
    return plan;
  }

  async #createPlan(wanted: WantedPackages): Promise<Plan> {
    const { names, optional = [], instead = {}, except = [], spare = [], deep = [], withoutExports = false } = wanted;
    const { manifest = {}, store, log } = this.#options;
    const lock = await this.#readLock();
    const above = await this.#manifestsAbove();
    if (lock?.fault !== undefined) log(`Cannot read ${lock.path}: ${lock.fault}`);
    const installed = new Map<string, string>();
    const sources = this.#sources((folder) => installed.set(folder, installedKey(folder)));
    const find = (own: Readonly<Record<string, string>>) =>
      closureOf(projectFinder({ lock, manifest, above, instead: { ...instead, ...own } }, sources), {
        names,
        optional,
        except,
      });
    const found = await find({});
    const bundled = spare.flatMap((name) => {
      const [one] = found.top.has(name) ? [] : this.#bundled.all(name);
      return one && [...names, ...optional].includes(name) ? [[name, one.version] as const] : [];
    });
    const { missing, excepted } = found;
    const { top } = bundled.length > 0 ? await find(Object.fromEntries(bundled)) : found;
    const unknown = names
      .filter((name) => !top.has(name) && !except.includes(name) && !missing.some((one) => one.name === name))
      .map((name): MissingPackage => ({ ...unlisted(name, lock), neededBy: [name] }));
    const reported = missing.map((one) =>
      one.kind === 'refused' && lock && one.reason.includes('another integrity')
        ? { ...one, reason: `${lock.path} has another integrity for ${one.name}@${one.version}` }
        : one,
    );
    const folder = top.size > 0 ? await createLayout(store, placePackages(top), { withoutExports, deep }) : undefined;
    return {
      folder: folder && join(folder, 'node_modules'),
      versions: Object.fromEntries([...top].map(([name, { version }]) => [name, version])),
      missing: [...reported, ...unknown],
      excepted,
      installed: [...installed],
      // The registry may have it later.
      ...((this.#ranges.used || reported.some(({ kind }) => kind === 'refused')) && { until: Date.now() + rangeTtl }),
    };
  }

  #sources(onInstalledRead: FinderSources['onInstalledRead'] = () => {}): FinderSources {
    const logged = new Set<string>();
    return {
      fetcher: this.#fetcher,
      project: this.#project,
      bundled: this.#bundled,
      ranges: this.#ranges,
      log: (message) => {
        if (!logged.has(message)) this.#options.log(message);
        logged.add(message);
      },
      onInstalledRead,
      onFallback: () => {
        this.#usedFallback = true;
      },
    };
  }

  /** The cache key: covers the project and the request. */
  async #planKey(wanted: WantedPackages): Promise<string> {
    const { files, manifest = {}, registry } = this.#options;
    const locks = await Promise.all(
      findLocks(files, manifest).map(async (path) => [path, digestOf(await files.bytes(path))]),
    );
    const named = [...dependencyFields, ...overrideFields, 'name', 'packageManager', 'scripts'];
    const manifests = [manifest, ...(await this.#manifestsAbove())];
    const dependencies = manifests.map((one) => named.map((name) => one[name]));
    const facts = [4, locks, dependencies, wanted, registry?.shown, this.#bundled.identity()];
    return `plan ${digestOf(JSON.stringify(facts))}`;
  }
}

function unlisted(name: string, lock: ReadLock | undefined): UnavailablePackage {
  const where = lock ? `package.json and ${lock.path} do` : 'package.json does';
  return { name, kind: 'unknown', reason: `${where} not list it` };
}

/** The folder of a layout in a store that may have been moved since it was written down. */
const folderIn = (store: PackageStore, folder: string | undefined): string | undefined =>
  folder && join(store.folder, 'layouts', basename(dirname(folder)), basename(folder));

/** Whether everything that it refers to is unchanged. */
function isUpToDate({ folder, installed, until }: Plan, store: PackageStore): boolean {
  if (until !== undefined && until < Date.now()) return false;
  if (folder !== undefined && findLayout(store, basename(dirname(folder))) === undefined) return false;
  return installed.every(([path, key]) => existsSync(join(path, 'package.json')) && installedKey(path) === key);
}
