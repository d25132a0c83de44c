import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, type Stats, utimesSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestOf } from '../../kernel/digest.ts';
import { codeOf } from '../../kernel/errors.ts';
import { makeFolder } from '../make-folder.ts';
import { replaceFile } from '../replace-file.ts';

/** Limits of a store. Least recently used entries are removed first. */
interface StoreLimits {
  entries: number;
  /** Bytes of all entries. */
  bytes: number;
  /** Bytes of one entry. */
  entry: number;
  /** Milliseconds since the last use. */
  age: number;
}

const day = 24 * 60 * 60 * 1000;
const defaultLimits: StoreLimits = { entries: 4000, bytes: 128 * 2 ** 20, entry: 32 * 2 ** 20, age: 30 * day };
/** Milliseconds after which a draft must be left over from a killed process. */
const draftMaxAge = day / 24;

/**
 * A key-value store with one file per entry. Reading never fails: an entry that is missing, truncated, altered or of another
 * key does not exist. Files are written atomically, so that several processes can use a folder, which may be deleted at any
 * time.
 */
export class EntryStore {
  readonly #folder: string;
  readonly #limits: StoreLimits;

  /**
   * @param folder absolute; created with its ancestors if it is missing, private to this user
   * @throws {Error} when it cannot be created or is not private: another user could have written entries
   */
  constructor(folder: string, limits: Partial<StoreLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#folder = folder;
    makeFolder(dirname(folder), 0o700);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const fault = faultOf(lstatSync(folder));
    if (fault) throw new Error(`${folder} ${fault}`);
  }

  /** Returns undefined when there is no valid entry. */
  read(key: string): unknown {
    const path = this.#path(key);
    try {
      const bytes = readFileSync(path);
      const end = bytes.indexOf('\n');
      const body = bytes.subarray(end + 1);
      if (bytes.toString('latin1', 0, end) !== checksumOf(key, body)) return undefined;
      this.#touch(path);
      return JSON.parse(body.toString());
    } catch {
      return undefined;
    }
  }

  /** Stores a value, unless it is too large. @throws {Error} of the file system */
  async write(key: string, value: unknown): Promise<void> {
    const body = Buffer.from(JSON.stringify(value));
    if (body.length > this.#limits.entry) return;
    await replaceFile(this.#path(key), [`${checksumOf(key, body)}\n`, body], { mode: 0o600 });
  }

  /** Removes entries beyond the limits and drafts of killed processes. Ignores files that cannot be removed. */
  async sweep(now = Date.now()): Promise<void> {
    const { entries, bytes, age } = this.#limits;
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(names.map((name) => entryAt(join(this.#folder, name))));
    const newestFirst = found.flatMap((entry) => entry ?? []).sort((a, b) => b.used - a.used);
    let count = 0;
    let sum = 0;
    for (const { path, size, used, draft } of newestFirst) {
      const old = now - used > (draft ? draftMaxAge : age);
      if (!draft && !old) count += 1;
      if (!draft && !old) sum += size;
      if (old || (!draft && (count > entries || sum > bytes))) await rm(path, { force: true }).catch(() => {});
    }
  }

  /** Records the last use in the modification time, to a day. */
  #touch(path: string): void {
    const now = Date.now();
    if (now - lstatSync(path).mtimeMs > day) utimesSync(path, now / 1000, now / 1000);
  }

  #path(key: string): string {
    return join(this.#folder, digestOf(key));
  }
}

/** Includes the key, so that an entry under another name is invalid. */
function checksumOf(key: string, body: Uint8Array): string {
  return createHash('sha256').update(`${key}\n`).update(body).digest('hex');
}

function faultOf(stats: Stats): string | undefined {
  if (!stats.isDirectory()) return 'is not a folder';
  // Windows has neither owners nor modes.
  if (process.geteuid && stats.uid !== process.geteuid()) return 'belongs to another user';
  if (process.geteuid && (stats.mode & 0o077) !== 0) return 'is accessible to other users';
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
