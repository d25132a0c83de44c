import type { Check } from '../../kernel/check.ts';
import { digestOf } from '../../kernel/digest.ts';
import { reasonOf } from '../../kernel/errors.ts';
import type { Memory, RememberedWork } from '../../kernel/memory.ts';
import type { EntryStore } from './entry-store.ts';
import { isRememberedCheck, type RememberedCheck, recorded, replayed } from './remembered-check.ts';

/** What a run is about, as far as it decides what is remembered of it. */
export interface RunKeys {
  /** Of everything that a check may see: the files, the mode, the project type, our own code. */
  project: string;
  /** The same of this project whatever is in its files. */
  subject: string;
}

/** Milliseconds after which what is to be remembered is written, at the latest when the run ends. */
const patience = 100;

/** The memory of one run. */
export class RunMemory implements Memory {
  readonly keeps = true;
  readonly #store: EntryStore;
  readonly #keys: RunKeys;
  #unwritten: [key: string, value: unknown][] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #writing: Promise<void>[] = [];
  #forgetful = false;
  #until: number | undefined;
  #fault: string | undefined;

  constructor(store: EntryStore, keys: RunKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /**
   * What to run for each check: one that is remembered tells what it told before, another is remembered once it is done.
   * @returns with when those that are remembered ran, in milliseconds of Unix time
   */
  recallAll(checks: readonly Check[]): { run: ReadonlyMap<Check, Check>; since: number[] } {
    const since: number[] = [];
    const recall = (check: Check): Check => {
      if (check.cacheVersion === undefined) return check;
      const key = JSON.stringify(['check', this.#keys.project, ...signatureOf(check)]);
      const remembered = this.#store.read(key);
      if (!isRememberedCheck(remembered) || (remembered.until ?? Number.POSITIVE_INFINITY) <= Date.now())
        return recorded(check, (done) => this.#keep(key, done));
      since.push(remembered.at);
      return replayed(check, remembered);
    };
    return { run: new Map(checks.map((check) => [check, recall(check)])), since };
  }

  async each<T>({ name, items, is, work }: RememberedWork<T>): Promise<Map<string, T>> {
    const drawers = Map.groupBy(items.keys(), drawerOf);
    const keyOf = (drawer: string) => JSON.stringify(['each', this.#keys.subject, name, drawer]);
    const found = new Map<string, T>();
    for (const drawer of drawers.keys())
      for (const [item, dependency, outcome] of rowsOf(this.#store.read(keyOf(drawer))))
        if (items.get(item) === dependency && is(outcome)) found.set(item, outcome);
    const missing = [...items.keys()].filter((item) => !found.has(item));
    if (missing.length > 0) for (const [item, outcome] of await work(missing)) found.set(item, outcome);
    for (const drawer of new Set(missing.map(drawerOf))) {
      const held = (drawers.get(drawer) ?? []).filter((item) => found.has(item));
      this.#write(
        keyOf(drawer),
        held.map((item) => [item, items.get(item), found.get(item)]),
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
    this.#forgetful = true;
  }

  /** What is done from now on is not told again later than this: milliseconds of Unix time. */
  keepUntil(until: number): void {
    this.#until = Math.min(until, this.#until ?? until);
  }

  /**
   * Waits until everything that is to be remembered has been written.
   * @returns why something could not be
   */
  async settle(): Promise<string | undefined> {
    this.#writeAll();
    await Promise.all(this.#writing);
    if (this.#writing.length > 0) await this.#store.sweep();
    return this.#fault;
  }

  #keep(key: string, done: RememberedCheck): void {
    const until = this.#until;
    if (until === undefined) this.#write(key, done);
    else if (until > done.at) this.#write(key, { ...done, until });
  }

  #lastKey(name: string): string {
    return JSON.stringify(['last', this.#keys.subject, name]);
  }

  /** Not at once: what leaves something goes on with it first, and then there is often a child to wait for. */
  #write(key: string, value: unknown): void {
    this.#unwritten.push([key, value]);
    this.#timer ??= setTimeout(() => this.#writeAll(), patience);
  }

  #writeAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unwritten = this.#unwritten.splice(0);
    if (this.#forgetful) return;
    for (const [key, value] of unwritten) {
      const written = this.#store.write(key, value).catch((error: unknown) => {
        this.#fault ??= reasonOf(error);
      });
      this.#writing.push(written);
    }
  }
}

/** Items are kept in some drawers, so that not all has to be written anew for the sake of one. */
const drawerOf = (item: string) => digestOf(item).slice(0, 1);

/** What tells a check from another one of its name, of another plugin or of an author who forgot to change `cacheVersion`. */
function signatureOf({ name, cacheVersion, rules, run }: Check): unknown[] {
  return [name, cacheVersion, rules.map(({ code, severity }) => [code, severity]), String(run)];
}

function rowsOf(value: unknown): [item: string, dependency: string, outcome: unknown][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (row) => Array.isArray(row) && row.length === 3 && typeof row[0] === 'string' && typeof row[1] === 'string',
  );
}
