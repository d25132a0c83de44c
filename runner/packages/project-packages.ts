import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Manifest } from '../../kernel/check.ts';
import { digestOf } from '../../kernel/digest.ts';
import type { MissingPackage, Packages, ProvidedPackages, WantedPackages } from '../../kernel/packages.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import type { Registry } from '../source/registry.ts';
import { BundledPackages, ProjectInstallation } from './installed-packages.ts';
import { createLayout, DamagedPackage, findLayout } from './layout.ts';
import { dependencyFields, isFields } from './lock/lock-values.ts';
import { findLock, type ReadLock, readLock } from './lock/read-lock.ts';
import { closureOf } from './package-closure.ts';
import { PackageFetcher } from './package-fetcher.ts';
import { type FinderSources, projectFinder } from './package-finders.ts';
import type { PackageStore } from './package-store.ts';
import { placePackages } from './place-packages.ts';
import { RangeCache, rangeTtl } from './range-cache.ts';
import { installedKey } from './readable-package.ts';

/** Seconds for all downloads of a run. */
const downloadTimeout = 60;

export interface PackagesOptions {
  files: ProjectFiles;
  manifest: Manifest | undefined;
  store: PackageStore;
  /** Undefined when offline. */
  registry: Registry | undefined;
  /** The project on this machine, to use its installed packages. */
  folder?: string | undefined;
  signal: AbortSignal;
  log(message: string): void;
  /** Called when the packages may change without a change of the project, with the expiry: Unix time in milliseconds. */
  onVolatile(until: number): void;
}

/** The cached result for a project. */
interface Plan extends ProvidedPackages {
  folder: string | undefined;
  /** The packages from the project's installation that it contains, with keys that change when they do. */
  installed: [folder: string, key: string][];
  until?: number;
}

/** The packages for the project of one run. */
export class ProjectPackages implements Packages {
  readonly #options: PackagesOptions;
  readonly #fetcher: PackageFetcher;
  readonly #ranges: RangeCache;
  readonly #project: ProjectInstallation;
  readonly #bundled = new BundledPackages();
  readonly #provided = new Map<string, Promise<ProvidedPackages>>();
  /** Whether a fallback was used because the registry is not available. */
  #usedFallback = false;
  #lock: Promise<ReadLock | undefined> | undefined;

  constructor(options: PackagesOptions) {
    const { store, registry, folder, signal } = options;
    this.#options = options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadTimeout * 1000)]);
    this.#fetcher = new PackageFetcher(store, registry, limit);
    this.#ranges = new RangeCache(store.records, this.#fetcher, registry?.shown ?? '');
    this.#project = new ProjectInstallation(folder);
  }

  provide(wanted: WantedPackages): Promise<ProvidedPackages> {
    const key = JSON.stringify(wanted);
    const provided = this.#provided.get(key) ?? this.#provide(wanted);
    this.#provided.set(key, provided);
    return provided;
  }

  async ambient(): Promise<readonly string[]> {
    const { manifest = {} } = this.#options;
    const graph = (await this.#readLock())?.graph;
    if (graph) return graph.ambient();
    const named = dependencyFields.flatMap((list) => {
      const listed = manifest[list];
      return isFields(listed) ? Object.keys(listed).filter((name) => name.startsWith('@types/')) : [];
    });
    // Some package nearly always depends on @types/node.
    return [...new Set([...named, '@types/node'])];
  }

  /** Waits for pending work and sweeps the store. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#provided.values());
    if (this.#fetcher.added) await this.#options.store.sweep();
  }

  #readLock(): Promise<ReadLock | undefined> {
    const { files, manifest = {} } = this.#options;
    this.#lock ??= readLock(files, manifest);
    return this.#lock;
  }

  async #provide(wanted: WantedPackages): Promise<ProvidedPackages> {
    const { store, onVolatile } = this.#options;
    const key = await this.#planKey(wanted);
    const cached = store.records.read(key);
    if (isPlan(cached) && isUpToDate(cached, store)) {
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
    if (lock?.fault !== undefined) log(`Cannot read ${lock.path}: ${lock.fault}`);
    const installed = new Map<string, string>();
    const logged = new Set<string>();
    const sources: FinderSources = {
      fetcher: this.#fetcher,
      project: this.#project,
      bundled: this.#bundled,
      ranges: this.#ranges,
      log: (message) => {
        if (!logged.has(message)) log(message);
        logged.add(message);
      },
      onInstalledRead: (folder) => installed.set(folder, installedKey(folder)),
      onFallback: () => {
        this.#usedFallback = true;
      },
    };
    const find = (own: Readonly<Record<string, string>>) =>
      closureOf(projectFinder({ graph: lock?.graph, manifest, instead: { ...instead, ...own } }, sources), {
        names,
        optional,
        except,
      });
    const found = await find({});
    const bundled = spare.flatMap((name) => {
      const [one] = found.top.has(name) ? [] : this.#bundled.all(name);
      return one && [...names, ...optional].includes(name) ? [[name, one.version] as const] : [];
    });
    const { missing } = found;
    const { top } = bundled.length > 0 ? await find(Object.fromEntries(bundled)) : found;
    const unknown = names
      .filter((name) => !top.has(name) && !except.includes(name) && !missing.some((one) => one.name === name))
      .map((name): MissingPackage => {
        const where = lock ? `package.json and ${lock.path} do` : 'package.json does';
        return { name, kind: 'unknown', reason: `${where} not list it`, neededBy: [name] };
      });
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
      installed: [...installed],
      // The registry may have it later.
      ...((this.#ranges.used || reported.some(({ kind }) => kind === 'refused')) && { until: Date.now() + rangeTtl }),
    };
  }

  /** The cache key: covers the project and the request. */
  async #planKey(wanted: WantedPackages): Promise<string> {
    const { files, manifest = {}, registry } = this.#options;
    const lock = findLock(files, manifest);
    const bytes = lock === undefined ? undefined : await files.bytes(lock);
    const dependencies = [...dependencyFields, 'name', 'packageManager', 'scripts'].map((name) => manifest[name]);
    const facts = [1, lock, bytes && digestOf(bytes), dependencies, wanted, registry?.shown, this.#bundled.identity()];
    return `plan ${digestOf(JSON.stringify(facts))}`;
  }
}

/** Whether everything that it refers to is unchanged. */
function isUpToDate({ folder, installed, until }: Plan, store: PackageStore): boolean {
  if (until !== undefined && until < Date.now()) return false;
  if (folder !== undefined && findLayout(store, basename(dirname(folder))) === undefined) return false;
  return installed.every(([path, key]) => existsSync(join(path, 'package.json')) && installedKey(path) === key);
}

function isPlan(value: unknown): value is Plan {
  if (!isFields(value)) return false;
  const { folder, versions, missing, installed, until } = value;
  return (
    (folder === undefined || typeof folder === 'string') &&
    isFields(versions) &&
    Array.isArray(missing) &&
    Array.isArray(installed) &&
    installed.every((row) => Array.isArray(row) && row.every((text) => typeof text === 'string')) &&
    (until === undefined || typeof until === 'number')
  );
}
