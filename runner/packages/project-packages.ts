import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Manifest } from '../../kernel/check.ts';
import { digestOf } from '../../kernel/digest.ts';
import type { MissingPackage, Packages, ProvidedPackages, WantedPackages } from '../../kernel/packages.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import type { Registry } from '../source/registry.ts';
import { OwnInstallation, ProjectInstallation } from './installed-packages.ts';
import { DamagedPackage, findLayout, layOut } from './layout.ts';
import { dependencyFields, isFields } from './lock/lock-values.ts';
import { findLock, type ReadLock, readLock } from './lock/read-lock.ts';
import { closureOf } from './package-closure.ts';
import { PackageFetcher } from './package-fetcher.ts';
import { type PackagePlaces, projectFinder } from './package-finders.ts';
import type { PackageStore } from './package-store.ts';
import { placePackages } from './place-packages.ts';
import { freshness, RangeAnswers } from './range-answers.ts';
import { installedKey } from './readable-package.ts';

/** Seconds for all that is fetched in one run. */
const timeLimit = 60;

export interface PackagesOptions {
  files: ProjectFiles;
  manifest: Manifest | undefined;
  store: PackageStore;
  /** Undefined to go without the network. */
  registry: Registry | undefined;
  /** Where the project is on this machine, to see what it has installed. */
  folder?: string | undefined;
  signal: AbortSignal;
  log(message: string): void;
  /** What was laid may be other the next time, without a change of the project: from that moment on (Unix time, in milliseconds). */
  onVolatile(until: number): void;
}

/** What was laid, as it is remembered for the same project. */
interface Plan extends ProvidedPackages {
  folder: string | undefined;
  /** Packages of the project's own installation that it is made of, with what tells them from later ones. */
  installed: [folder: string, key: string][];
  until?: number;
}

/** The packages of one run's project. */
export class ProjectPackages implements Packages {
  readonly #options: PackagesOptions;
  readonly #fetcher: PackageFetcher;
  readonly #ranges: RangeAnswers;
  readonly #project: ProjectInstallation;
  readonly #own = new OwnInstallation();
  readonly #laid = new Map<string, Promise<ProvidedPackages>>();
  /** Whether something that was laid would be another with the registry. */
  #replaced = false;
  #lock: Promise<ReadLock | undefined> | undefined;

  constructor(options: PackagesOptions) {
    const { store, registry, folder, signal } = options;
    this.#options = options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit * 1000)]);
    this.#fetcher = new PackageFetcher(store, registry, limit);
    this.#ranges = new RangeAnswers(store.records, this.#fetcher, registry?.shown ?? '');
    this.#project = new ProjectInstallation(folder);
  }

  provide(wanted: WantedPackages): Promise<ProvidedPackages> {
    const key = JSON.stringify(wanted);
    const laid = this.#laid.get(key) ?? this.#provide(wanted);
    this.#laid.set(key, laid);
    return laid;
  }

  async ambient(): Promise<readonly string[]> {
    const { manifest = {} } = this.#options;
    const graph = (await this.#readLock())?.graph;
    if (graph) return graph.ambient();
    const named = dependencyFields.flatMap((list) => {
      const listed = manifest[list];
      return isFields(listed) ? Object.keys(listed).filter((name) => name.startsWith('@types/')) : [];
    });
    // Some package or other brings those of Node.js.
    return [...new Set([...named, '@types/node'])];
  }

  /** Ends what is under way, and keeps the store within its limits. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#laid.values());
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
    const known = store.records.read(key);
    if (isPlan(known) && isGood(known, store)) {
      if (known.until !== undefined) onVolatile(known.until);
      return known;
    }
    const plan = await this.#make(wanted).catch((error: unknown) => {
      // What comes with us is not ours to remove.
      if (!(error instanceof DamagedPackage && error.folder.startsWith(join(store.folder, sep)))) throw error;
      // Fetched again, it may be whole.
      rmSync(error.folder, { recursive: true, force: true });
      return this.#make(wanted);
    });
    const isWhole =
      plan.missing.every(({ kind }) => kind !== 'unavailable') && !(this.#replaced && this.#options.registry);
    if (!isWhole) onVolatile(Date.now());
    else if (plan.until !== undefined) onVolatile(plan.until);
    if (isWhole) await store.records.write(key, plan);
    return plan;
  }

  async #make(wanted: WantedPackages): Promise<Plan> {
    const { names, optional = [], instead = {}, except = [], spare = [], deep = [], withoutExports = false } = wanted;
    const { manifest = {}, store, log } = this.#options;
    const lock = await this.#readLock();
    if (lock?.fault !== undefined) log(`${lock.path} could not be read: ${lock.fault}`);
    const installed = new Map<string, string>();
    const told = new Set<string>();
    const places: PackagePlaces = {
      fetcher: this.#fetcher,
      project: this.#project,
      own: this.#own,
      ranges: this.#ranges,
      log: (message) => {
        if (!told.has(message)) log(message);
        told.add(message);
      },
      readInstalled: (folder) => installed.set(folder, installedKey(folder)),
      replaced: () => {
        this.#replaced = true;
      },
    };
    const find = (own: Readonly<Record<string, string>>) =>
      closureOf(projectFinder({ graph: lock?.graph, manifest, instead: { ...instead, ...own } }, places), {
        names,
        optional,
        except,
      });
    const found = await find({});
    const ours = spare.flatMap((name) => {
      const [one] = found.top.has(name) ? [] : this.#own.all(name);
      return one && [...names, ...optional].includes(name) ? [[name, one.version] as const] : [];
    });
    const { missing } = found;
    const { top } = ours.length > 0 ? await find(Object.fromEntries(ours)) : found;
    const unknown = names
      .filter((name) => !top.has(name) && !except.includes(name) && !missing.some((one) => one.name === name))
      .map((name): MissingPackage => {
        const where = lock ? `package.json and ${lock.path} do not` : 'package.json does not';
        return { name, kind: 'unknown', reason: `${where} name it`, neededBy: [name] };
      });
    const said = missing.map((one) =>
      one.kind === 'refused' && lock && one.reason.includes('another integrity')
        ? { ...one, reason: `${lock.path} states another integrity for ${one.name}@${one.version}` }
        : one,
    );
    const folder = top.size > 0 ? await layOut(store, placePackages(top), { withoutExports, deep }) : undefined;
    return {
      folder: folder && join(folder, 'node_modules'),
      versions: Object.fromEntries([...top].map(([name, { version }]) => [name, version])),
      missing: [...said, ...unknown],
      installed: [...installed],
      // What a registry does not have today it may have tomorrow.
      ...((this.#ranges.used || said.some(({ kind }) => kind === 'refused')) && { until: Date.now() + freshness }),
    };
  }

  /** Of everything that decides what is laid, as far as it is of the project or of what is asked. */
  async #planKey(wanted: WantedPackages): Promise<string> {
    const { files, manifest = {}, registry } = this.#options;
    const lock = findLock(files, manifest);
    const bytes = lock === undefined ? undefined : await files.bytes(lock);
    const asked = [...dependencyFields, 'name', 'packageManager', 'scripts'].map((name) => manifest[name]);
    const facts = [1, lock, bytes && digestOf(bytes), asked, wanted, registry?.shown, this.#own.identity()];
    return `plan ${digestOf(JSON.stringify(facts))}`;
  }
}

/** Whether what it is made of is still there. */
function isGood({ folder, installed, until }: Plan, store: PackageStore): boolean {
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
