import type { EntryStore } from '../cache/entry-store.ts';
import { isFields } from './lock/lock-values.ts';
import { NotFetched, type PackageFetcher } from './package-fetcher.ts';

/** What a range came to when the registry was asked. */
interface RangeAnswer {
  version: string;
  integrity?: string | undefined;
}

/** Milliseconds for which an answer is as good as a new one. */
export const freshness = 60 * 60 * 1000;

/** The versions that ranges come to, asked for once an hour; where nobody can be asked, the last answer counts. */
export class RangeAnswers {
  readonly #records: EntryStore;
  readonly #fetcher: PackageFetcher;
  readonly #registry: string;
  /** Whether an answer was used: another one may be right soon. */
  used = false;

  /** @param registry which one is asked: answers of another count for nothing */
  constructor(records: EntryStore, fetcher: PackageFetcher, registry: string) {
    this.#records = records;
    this.#fetcher = fetcher;
    this.#registry = registry;
  }

  /** @throws {NotFetched} */
  async answer(name: string, range: string, kind: 'range' | 'tag' | 'version'): Promise<RangeAnswer> {
    const key = JSON.stringify(['range', this.#registry, name, range]);
    const known = this.#records.read(key);
    const last = isAnswer(known) ? known : undefined;
    this.used = true;
    if (last && Date.now() - last.at < freshness) return last;
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

function isAnswer(value: unknown): value is RangeAnswer & { at: number } {
  if (!isFields(value)) return false;
  const { version, integrity, at } = value;
  const isMaybeText = integrity === undefined || typeof integrity === 'string';
  return typeof version === 'string' && typeof at === 'number' && isMaybeText;
}
