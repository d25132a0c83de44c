import Type from 'typebox';
import { guard } from '../../kernel/guard.ts';
import type { EntryStore } from '../cache/entry-store.ts';
import { NotFetched, type PackageFetcher } from './package-fetcher.ts';

/** The version that a range was resolved to. */
interface ResolvedRange {
  version: string;
  integrity?: string | undefined;
}

const cachedRange = guard(
  Type.Object({ version: Type.String(), integrity: Type.Optional(Type.String()), at: Type.Number() }),
);

/** Milliseconds for which a resolved range is cached. */
export const rangeTtl = 60 * 60 * 1000;

/** Resolves ranges and caches the versions for an hour; if the registry is not available, the last one is used. */
export class RangeCache {
  readonly #records: EntryStore;
  readonly #fetcher: PackageFetcher;
  readonly #registry: string;
  /** Whether a range was resolved: the result may change soon. */
  used = false;

  /** @param registry part of the cache key */
  constructor(records: EntryStore, fetcher: PackageFetcher, registry: string) {
    this.#records = records;
    this.#fetcher = fetcher;
    this.#registry = registry;
  }

  /** @throws {NotFetched} */
  async resolve(name: string, range: string, kind: 'range' | 'tag' | 'version'): Promise<ResolvedRange> {
    const key = JSON.stringify(['range', this.#registry, name, range]);
    const known = this.#records.read(key);
    const last = cachedRange.is(known) ? known : undefined;
    this.used = true;
    if (last && Date.now() - last.at < rangeTtl) return last;
    try {
      const { version, integrity } = await this.#fetcher.newest(name, range, kind);
      await this.#records.write(key, { version, integrity, at: Date.now() });
      return { version, integrity };
    } catch (error) {
      if (last && error instanceof NotFetched) return last;
      throw error;
    }
  }
}
