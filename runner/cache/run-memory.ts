import type { Check } from '../../kernel/check.ts';
import { digestOf } from '../../kernel/digest.ts';
import { reasonOf } from '../../kernel/errors.ts';
import type { CachedWork, Memory } from '../../kernel/memory.ts';
import { type CachedCheck, cachedCheck, record, replay } from './cached-check.ts';
import type { EntryStore } from './entry-store.ts';

/** The cache keys of a run. */
interface RunKeys {
  /** Covers everything that a check can read: files, mode, project type, our own code. */
  project: string;
  /** The same without the files. */
  subject: string;
}

/** Milliseconds by which writes are delayed, at most until the end of the run. */
const writeDelay = 100;

/** The results cache as one run uses it. */
export class RunMemory implements Memory {
  readonly enabled = true;
  readonly #store: EntryStore;
  readonly #keys: RunKeys;
  #pending: [key: string, value: unknown][] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #writes: Promise<void>[] = [];
  #disabled = false;
  #expiry: number | undefined;
  #fault: string | undefined;
  /** Checks that have started, except those that were replayed to their end. */
  readonly #live = new Set<Check>();
  readonly #expiries: number[] = [];

  constructor(store: EntryStore, keys: RunKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /**
   * The checks to run: cached ones are replayed, others are recorded.
   * @param isCacheable whether a check may be cached in this run
   * @returns `since`: when the cached ones ran, in milliseconds of Unix time
   */
  lookUp(
    checks: readonly Check[],
    isCacheable: (check: Check) => boolean,
  ): { run: ReadonlyMap<Check, Check>; since: number[] } {
    const since: number[] = [];
    const wrap = (check: Check): Check => {
      if (!isCacheable(check)) return check;
      const key = JSON.stringify(['check', this.#keys.project, ...signatureOf(check)]);
      const cached = this.#store.read(key);
      if (!cachedCheck.is(cached) || (cached.until ?? Number.POSITIVE_INFINITY) <= Date.now())
        return record(check, (done) => this.#save(key, done));
      since.push(cached.at);
      if (cached.until !== undefined) this.#expiries.push(cached.until);
      return replay(check, cached, () => this.#live.delete(check));
    };
    return { run: new Map(checks.map((check) => [check, wrap(check)])), since };
  }

  /** To be called for each check that is not skipped, when it starts. */
  started(check: Check): void {
    this.#live.add(check);
  }

  /** Whether all checks that started were cached and finished, and when the first one expires, in milliseconds of Unix time. */
  get replayed(): { until?: number } | undefined {
    if (this.#live.size > 0) return undefined;
    return this.#expiries.length > 0 ? { until: Math.min(...this.#expiries) } : {};
  }

  async each<T>({ name, items, is, work }: CachedWork<T>): Promise<Map<string, T>> {
    const buckets = Map.groupBy(items.keys(), bucketOf);
    const keyOf = (bucket: string) => JSON.stringify(['each', this.#keys.subject, name, bucket]);
    const found = new Map<string, T>();
    for (const bucket of buckets.keys())
      for (const [item, dependency, outcome] of rowsOf(this.#store.read(keyOf(bucket))))
        if (items.get(item) === dependency && is(outcome)) found.set(item, outcome);
    const missing = [...items.keys()].filter((item) => !found.has(item));
    if (missing.length > 0) for (const [item, outcome] of await work(missing)) found.set(item, outcome);
    for (const bucket of new Set(missing.map(bucketOf))) {
      const known = (buckets.get(bucket) ?? []).filter((item) => found.has(item));
      this.#write(
        keyOf(bucket),
        known.map((item) => [item, items.get(item), found.get(item)]),
      );
    }
    return found;
  }

  previous<T>(name: string, is: (value: unknown) => value is T): T | undefined {
    const left = this.#store.read(this.#lastKey(name));
    return is(left) ? left : undefined;
  }

  store(name: string, value: unknown): void {
    this.#write(this.#lastKey(name), value);
  }

  forget(): void {
    this.#disabled = true;
  }

  /** Sets an expiry for everything that is stored from now on: Unix time in milliseconds. */
  expireAt(until: number): void {
    this.#expiry = Math.min(until, this.#expiry ?? until);
  }

  /**
   * Writes everything that is pending.
   * @returns the first error, if any
   */
  async flush(): Promise<string | undefined> {
    this.#writeAll();
    await Promise.all(this.#writes);
    if (this.#writes.length > 0) await this.#store.sweep();
    return this.#fault;
  }

  #save(key: string, done: CachedCheck): void {
    const until = this.#expiry;
    if (until === undefined) this.#write(key, done);
    else if (until > done.at) this.#write(key, { ...done, until });
  }

  #lastKey(name: string): string {
    return JSON.stringify(['last', this.#keys.subject, name]);
  }

  /** Delayed, so that the run can go on until it waits for a sandboxed program. */
  #write(key: string, value: unknown): void {
    this.#pending.push([key, value]);
    this.#timer ??= setTimeout(() => this.#writeAll(), writeDelay);
  }

  #writeAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending.splice(0);
    if (this.#disabled) return;
    for (const [key, value] of pending) {
      const written = this.#store.write(key, value).catch((error: unknown) => {
        this.#fault ??= reasonOf(error);
      });
      this.#writes.push(written);
    }
  }
}

/** Items are stored in buckets, so that a change of one item does not rewrite all. */
const bucketOf = (item: string) => digestOf(item).slice(0, 1);

/** Distinguishes checks of the same name, from other plugins or changed without a new `cacheVersion`. */
function signatureOf({ name, cacheVersion, rules, run }: Check): unknown[] {
  return [name, cacheVersion, rules.map(({ code, severity }) => [code, severity]), String(run)];
}

function rowsOf(value: unknown): [item: string, dependency: string, outcome: unknown][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (row) => Array.isArray(row) && row.length === 3 && typeof row[0] === 'string' && typeof row[1] === 'string',
  );
}
