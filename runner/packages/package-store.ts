import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EntryStore } from '../cache/entry-store.ts';
import { unpackTarball } from '../source/unpack-tarball.ts';
import { isFields } from './lock/lock-values.ts';
import {
  importsOf,
  isCode,
  isDeclaring,
  isText,
  type PackageFile,
  packageLimits,
  type ReadablePackage,
} from './readable-package.ts';

/** What the store holds at most; what was used least lately goes first. */
export interface PackageStoreLimits {
  /** Packages. */
  packages: number;
  /** Bytes of their texts. */
  bytes: number;
  /** Layouts; see layout.ts. */
  layouts: number;
}

const usualLimits: PackageStoreLimits = { packages: 4_000, bytes: 2 * 2 ** 30, layouts: 200 };
/** Milliseconds for which what was used stays, whatever the limits say: a run may be at it. */
const inUse = 60 * 60 * 1000;
const day = 24 * inUse;

/** What is remembered of a package: enough to use it without a look at its files. */
interface PackageRecord {
  files: PackageFile[];
  imports: string[];
  types: boolean;
}

/**
 * Unpacked packages in a folder of this user's alone, by the integrity of their tarballs. Each is put in place whole, so
 * that several processes may use the folder at once, and it may be removed at any time. What is kept of a package is what
 * TypeScript reads; of code, the names. Records of what was unpacked are sealed (entry-store.ts); the files themselves
 * are as safe as the folder, which nobody else can write to, and their sizes are compared whenever they are laid out.
 */
export class PackageStore {
  readonly folder: string;
  readonly records: EntryStore;
  readonly #limits: PackageStoreLimits;

  /** @throws {Error} when the folder can't be made, or is not ours alone */
  constructor(folder: string, limits: Partial<PackageStoreLimits> = {}) {
    this.folder = folder;
    this.#limits = { ...usualLimits, ...limits };
    this.records = new EntryStore(join(folder, 'records'), { entries: 20_000 });
    for (const name of ['unpacked', 'layouts', 'drafts'])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }

  /** The package with this integrity, `sha512-…`; undefined when it is not here. */
  find(integrity: string): ReadablePackage | undefined {
    const record = this.records.read(`package ${integrity}`);
    const folder = this.#folderOf(integrity);
    if (!isRecord(record) || !existsSync(join(folder, 'package.json'))) return undefined;
    this.touch(folder);
    return { key: integrity, folder, ours: true, ...record };
  }

  /** Unpacks a tarball. @throws {ServiceError} INVALID_PAYLOAD for one that is refused */
  async add(tarball: string, integrity: string, signal: AbortSignal): Promise<ReadablePackage> {
    const draft = this.draft();
    mkdirSync(draft);
    try {
      const paths = await unpackTarball({ tarball, folder: draft, signal, limits: packageLimits, only: isText });
      const files = paths.flatMap((path): PackageFile[] => {
        if (isText(path)) return [[path, statSync(join(draft, path)).size]];
        return isCode(path) ? [[path, 0]] : [];
      });
      await openFolders(draft);
      const record: PackageRecord = {
        files,
        imports: importsOf(draft, files),
        types: files.some(([path]) => isDeclaring(path)),
      };
      const folder = this.#folderOf(integrity);
      await putInPlace(draft, folder);
      await this.records.write(`package ${integrity}`, record);
      return { key: integrity, folder, ours: true, ...record };
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  /** A path for what is not finished yet. */
  draft(): string {
    return join(this.folder, 'drafts', randomUUID());
  }

  /** The time of a folder says when it was last used, to an hour. */
  touch(folder: string): void {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      // It was removed a moment ago, or belongs to a file system that is read-only.
    }
  }

  /** Removes what is over the limits, and what killed processes left. */
  async sweep(now = Date.now()): Promise<void> {
    await sweepFolder(join(this.folder, 'drafts'), { entries: 0, keep: day / 24 }, now);
    await sweepFolder(join(this.folder, 'layouts'), { entries: this.#limits.layouts, keep: inUse }, now);
    const { packages, bytes } = this.#limits;
    const sizeOf = (name: string) => {
      const record = this.records.read(`package ${integrityOf(name)}`);
      return isRecord(record) ? record.files.reduce((sum, [, size]) => sum + size, 0) : 0;
    };
    await sweepFolder(join(this.folder, 'unpacked'), { entries: packages, keep: inUse, bytes, sizeOf }, now);
    await this.records.sweep(now);
  }

  #folderOf(integrity: string): string {
    return join(this.folder, 'unpacked', Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'));
  }
}

/** Those who lay packages out may be other users than those who read them. */
async function openFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  chmodSync(folder, 0o755);
}

/** Moves a finished folder to its place; what another process put there meanwhile is as good. */
export async function putInPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(join(folder))) throw error;
  }
}

const integrityOf = (name: string) => `sha512-${Buffer.from(name, 'hex').toString('base64')}`;

async function sweepFolder(
  folder: string,
  limits: { entries: number; keep: number; bytes?: number; sizeOf?(name: string): number },
  now: number,
): Promise<void> {
  const { entries, keep, bytes = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = limits;
  const names = await readdir(folder).catch(() => []);
  // Most of the time there is room.
  const found = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      return stats ? [{ name, used: stats.mtimeMs, size: sizeOf(name) }] : [];
    }),
  );
  let count = 0;
  let sum = 0;
  for (const { name, used, size } of found.flat().sort((a, b) => b.used - a.used)) {
    count += 1;
    sum += size;
    const isOver = count > entries || sum > bytes;
    if (isOver && now - used > keep) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRecord(value: unknown): value is PackageRecord {
  if (!isFields(value)) return false;
  const { files, imports, types } = value;
  return (
    typeof types === 'boolean' &&
    Array.isArray(imports) &&
    imports.every((name) => typeof name === 'string') &&
    Array.isArray(files) &&
    files.every((file) => Array.isArray(file) && typeof file[0] === 'string' && typeof file[1] === 'number')
  );
}
