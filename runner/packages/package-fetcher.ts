import { rm } from 'node:fs/promises';
import PQueue from 'p-queue';
import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import type { FoundVersion, Registry } from '../source/registry.ts';
import type { PackageStore } from './package-store.ts';
import { packageLimits, type ReadablePackage } from './readable-package.ts';

/** A version to fetch. */
export interface WantedVersion {
  name: string;
  /** Exact. */
  version: string;
  /** What the lock file, or the registry when it was asked, states. */
  integrity?: string | undefined;
}

/** A package that can't be had, and why, in words. */
export class NotFetched extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: NotFetched['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** Downloads at a time. */
const concurrency = 12;
/** Failures of the registry itself after which it is not asked any more. */
const patience = 3;

/** Fetches packages of one run into the store: from the registry alone, whatever a lock file says where they are. */
export class PackageFetcher {
  readonly #store: PackageStore;
  readonly #registry: Registry | undefined;
  readonly #signal: AbortSignal;
  readonly #queue = new PQueue({ concurrency });
  readonly #fetching = new Map<string, Promise<ReadablePackage>>();
  #failures = 0;
  #lastFailure = '';
  /** Whether anything was put into the store. */
  added = false;

  /** @param registry undefined to go without the network */
  constructor(store: PackageStore, registry: Registry | undefined, signal: AbortSignal) {
    this.#store = store;
    this.#registry = registry;
    this.#signal = signal;
  }

  /** What the store has of a version, without a look at the network. */
  stored({ name, version, integrity }: WantedVersion): ReadablePackage | undefined {
    const known = isStrong(integrity) ? integrity : this.#store.records.read(nameKey(name, version, integrity));
    return typeof known === 'string' ? this.#store.find(known) : undefined;
  }

  /** @throws {NotFetched} */
  fetch(wanted: WantedVersion): Promise<ReadablePackage> {
    const key = JSON.stringify([wanted.name, wanted.version, wanted.integrity]);
    const fetching = this.#fetching.get(key) ?? this.#queue.add(() => this.#fetch(wanted));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  /**
   * The highest version that a range allows, as npm would choose it.
   * @param wanted a range, version or tag
   * @throws {NotFetched}
   */
  async newest(name: string, wanted: string, kind: 'range' | 'tag' | 'version'): Promise<FoundVersion> {
    return this.#asking((registry) => this.#queue.add(() => registry.find({ name, wanted, kind }, this.#signal)));
  }

  async #fetch(wanted: WantedVersion): Promise<ReadablePackage> {
    const { name, version, integrity } = wanted;
    const tarball = `${this.#store.draft()}.tgz`;
    try {
      const saved = await this.#asking((registry) => this.#save(registry, wanted, tarball));
      if (saved.matches === false) throw new NotFetched('refused', 'the registry serves it with another integrity');
      const added = await this.#store.add(tarball, saved.integrity, this.#signal);
      this.added = true;
      if (integrity !== saved.integrity)
        await this.#store.records.write(nameKey(name, version, integrity), saved.integrity);
      return added;
    } catch (error) {
      if (error instanceof NotFetched) throw error;
      throw this.#notFetched(error);
    } finally {
      await rm(tarball, { force: true });
    }
  }

  /** Asks the registry where a tarball is only if it is not where tarballs are, or if nothing is known of its integrity. */
  async #save(registry: Registry, { name, version, integrity }: WantedVersion, path: string) {
    const reference = { name, wanted: version, kind: 'version' } as const;
    const save = (found: FoundVersion) => registry.save(found, path, packageLimits.totalBytes, this.#signal);
    const usual = registry.usualTarball(name, version);
    try {
      if (integrity !== undefined) return await save({ name, version, reference, integrity, tarball: usual });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_PAYLOAD') throw error;
    }
    const found = await registry.find(reference, this.#signal);
    return save({ ...found, integrity: integrity ?? found.integrity });
  }

  async #asking<T>(ask: (registry: Registry) => Promise<T>): Promise<T> {
    if (!this.#registry) throw new NotFetched('unavailable', 'offline');
    if (this.#failures >= patience) throw new NotFetched('unavailable', this.#lastFailure);
    try {
      const answer = await ask(this.#registry);
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RUNNER_ERROR') {
        this.#failures += 1;
        this.#lastFailure = error.message;
      }
      throw error instanceof NotFetched ? error : this.#notFetched(error);
    }
  }

  #notFetched(error: unknown): NotFetched {
    if (this.#signal.aborted) return new NotFetched('unavailable', 'there was no more time');
    const isAnswered = error instanceof ServiceError && error.code === 'INVALID_PAYLOAD';
    return new NotFetched(isAnswered ? 'refused' : 'unavailable', reasonOf(error));
  }
}

/** Strong enough to be told apart by, and as the store writes it. */
const isStrong = (integrity: string | undefined): integrity is string =>
  integrity !== undefined && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);

const nameKey = (name: string, version: string, integrity: string | undefined) =>
  JSON.stringify(['integrity of', name, version, integrity]);
