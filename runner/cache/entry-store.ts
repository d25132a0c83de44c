import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, type Stats, utimesSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

/** What a store holds at most; what was used least lately goes first. */
export interface StoreLimits {
  entries: number;
  /** Bytes of all entries together. */
  bytes: number;
  /** Bytes of one. */
  entry: number;
  /** Milliseconds since it was last used. */
  age: number;
}

const day = 24 * 60 * 60 * 1000;
const usualLimits: StoreLimits = { entries: 4000, bytes: 128 * 2 ** 20, entry: 32 * 2 ** 20, age: 30 * day };
/** Milliseconds after which what a killed process was writing is waste. */
const abandoned = day / 24;

/**
 * Values in files of a folder of our own, each under a key. Reading never fails: what is missing, cut short, altered or
 * of another key is not there. Files are put in place whole, so that several processes may use a folder at once, and it
 * may be removed at any time.
 */
export class EntryStore {
  readonly #folder: string;
  readonly #limits: StoreLimits;

  /**
   * @param folder absolute; made when it is missing, with the folders above it, for this user alone
   * @throws {Error} when it can't be made, or is not ours alone: another user could have put anything there
   */
  constructor(folder: string, limits: Partial<StoreLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
    this.#folder = folder;
    makeFolder(dirname(folder), 0o700);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const fault = faultOf(lstatSync(folder));
    if (fault) throw new Error(`${folder} ${fault}`);
  }

  /** The value under a key; undefined when there is none, or none that can be trusted. */
  read(key: string): unknown {
    const path = this.#path(key);
    try {
      const bytes = readFileSync(path);
      const end = bytes.indexOf('\n');
      const body = bytes.subarray(end + 1);
      if (bytes.toString('latin1', 0, end) !== sealOf(key, body)) return undefined;
      this.#used(path);
      return JSON.parse(body.toString());
    } catch {
      return undefined;
    }
  }

  /** Puts a value there, unless it is too large. @throws {Error} of the file system */
  async write(key: string, value: unknown): Promise<void> {
    const body = Buffer.from(JSON.stringify(value));
    if (body.length > this.#limits.entry) return;
    const path = this.#path(key);
    const draft = `${path}.${randomUUID()}`;
    try {
      await using file = await open(draft, 'wx', 0o600);
      await file.writeFile([`${sealOf(key, body)}\n`, body]);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes what is over the limits, and what killed processes left. What can't be removed stays. */
  async sweep(now = Date.now()): Promise<void> {
    const { entries, bytes, age } = this.#limits;
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(names.map((name) => entryAt(join(this.#folder, name))));
    const newestFirst = found.flatMap((entry) => entry ?? []).sort((a, b) => b.used - a.used);
    let count = 0;
    let sum = 0;
    for (const { path, size, used, draft } of newestFirst) {
      const old = now - used > (draft ? abandoned : age);
      if (!draft && !old) count += 1;
      if (!draft && !old) sum += size;
      if (old || (!draft && (count > entries || sum > bytes))) await rm(path, { force: true }).catch(() => {});
    }
  }

  /** The time of a file says when it was last used; to a day, which is enough to know the oldest. */
  #used(path: string): void {
    const now = Date.now();
    if (now - lstatSync(path).mtimeMs > day) utimesSync(path, now / 1000, now / 1000);
  }

  #path(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

/** Binds a body to its key: a file under another name, or with a bit turned over, is none of ours. */
function sealOf(key: string, body: Uint8Array): string {
  return createHash('sha256').update(`${key}\n`).update(body).digest('hex');
}

function faultOf(stats: Stats): string | undefined {
  if (!stats.isDirectory()) return 'is no folder';
  // Windows has neither.
  if (process.geteuid && stats.uid !== process.geteuid()) return 'belongs to another user';
  if (process.geteuid && (stats.mode & 0o077) !== 0) return 'is open to other users';
  return undefined;
}

async function entryAt(path: string) {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, used: mtimeMs, draft: path.lastIndexOf('.') > path.length - 40 };
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
