import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { guard } from '../../kernel/guard.ts';
import { EntryStore } from '../cache/entry-store.ts';
import { unpackTarball } from '../source/unpack-tarball.ts';
import { importsOf, isCode, isDeclaring, isText, packageLimits, type ReadablePackage } from './readable-package.ts';

/** Least recently used packages are removed first. */
const maxPackages = 4_000;
/** Bytes of the files of all packages. */
const maxBytes = 2 * 2 ** 30;
/** See layout.ts. */
const maxLayouts = 200;
/** Installations, bytes of their files, and milliseconds since the last use; see kept-installations.ts. */
const maxInstallations = { entries: 20, bytes: 2 ** 30, age: 10 * 60 * 1000 };
/** Milliseconds after the last use for which packages are kept in any case, because a run may be using them. */
const minAge = 60 * 60 * 1000;

/** The record of a package, to use it without reading its files. */
const PackageRecord = Type.Object({
  files: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
  imports: Type.Array(Type.String()),
  types: Type.Boolean(),
});
type PackageRecord = Static<typeof PackageRecord>;
const packageRecord = guard(PackageRecord);
const installedRecord = guard(Type.Object({ bytes: Type.Number() }));

/**
 * Unpacked packages in a private folder of this user, by the integrity of their tarballs. Packages are added atomically, so
 * that several processes can use the folder, which may be deleted at any time. Only files that TypeScript reads are kept, and
 * the names of code files. Records have checksums (entry-store.ts). Other users cannot write to the folder, and file sizes are
 * compared whenever a package is added to a layout.
 */
export class PackageStore {
  readonly folder: string;
  readonly records: EntryStore;

  /** @throws {Error} when the folder cannot be created or is not private */
  constructor(folder: string) {
    this.folder = folder;
    this.records = new EntryStore(join(folder, 'records'), { entries: 20_000 });
    for (const name of ['unpacked', 'layouts', 'drafts', 'installed'])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }

  /** Folder of installations. */
  get installed(): string {
    return join(this.folder, 'installed');
  }

  /** Finds the package with this integrity, `sha512-…`. */
  find(integrity: string): ReadablePackage | undefined {
    const record = this.records.read(`package ${integrity}`);
    const folder = this.#folderOf(integrity);
    if (!packageRecord.is(record) || !existsSync(join(folder, 'package.json'))) return undefined;
    this.touch(folder);
    return { key: integrity, folder, ours: true, ...record };
  }

  /** Unpacks a tarball. @throws {ServiceError} INVALID_PAYLOAD for an invalid one */
  async add(tarball: string, integrity: string, signal: AbortSignal): Promise<ReadablePackage> {
    const draft = this.draft();
    mkdirSync(draft);
    try {
      const paths = await unpackTarball({ tarball, folder: draft, signal, limits: packageLimits, only: isText });
      const files = paths.flatMap((path): PackageRecord['files'] => {
        if (isText(path)) return [[path, statSync(join(draft, path)).size]];
        return isCode(path) ? [[path, 0]] : [];
      });
      await makeReadable(draft);
      const record: PackageRecord = {
        files,
        imports: importsOf(draft, files),
        types: files.some(([path]) => isDeclaring(path)),
      };
      const folder = this.#folderOf(integrity);
      await publishDraft(draft, folder);
      await this.records.write(`package ${integrity}`, record);
      return { key: integrity, folder, ours: true, ...record };
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  /** A new path for a file or folder that is not complete yet. */
  draft(): string {
    return join(this.folder, 'drafts', randomUUID());
  }

  /** Records the last use of a folder in its modification time. */
  touch(folder: string): void {
    try {
      utimesSync(folder, new Date(), new Date());
    } catch {
      // It has been removed, or the file system is read-only.
    }
  }

  /** Removes packages beyond the limits and drafts of killed processes. */
  async sweep(): Promise<void> {
    await sweepFolder(join(this.folder, 'drafts'), { entries: 0 });
    await sweepFolder(join(this.folder, 'layouts'), { entries: maxLayouts });
    await sweepFolder(this.installed, {
      ...maxInstallations,
      sizeOf: (name) => {
        const record = this.records.read(`installed ${name}`);
        return installedRecord.is(record) ? record.bytes : 0;
      },
    });
    const sizeOf = (name: string) => {
      const record = this.records.read(`package ${integrityOf(name)}`);
      return packageRecord.is(record) ? record.files.reduce((sum, [, size]) => sum + size, 0) : 0;
    };
    await sweepFolder(join(this.folder, 'unpacked'), { entries: maxPackages, bytes: maxBytes, sizeOf });
    await this.records.sweep();
  }

  #folderOf(integrity: string): string {
    return join(this.folder, 'unpacked', Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'));
  }
}

/**
 * Makes folders readable for all users: sandboxed processes may run as other users.
 * @returns the paths of all files
 */
export async function makeReadable(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) files.push(path);
  }
  chmodSync(folder, 0o755);
  return files;
}

/** Renames a complete draft; if another process was faster, its folder is used. */
export async function publishDraft(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(join(folder))) throw error;
  }
}

const integrityOf = (name: string) => `sha512-${Buffer.from(name, 'hex').toString('base64')}`;

async function sweepFolder(
  folder: string,
  {
    entries,
    bytes = Number.POSITIVE_INFINITY,
    age = minAge,
    sizeOf = () => 0,
  }: { entries: number; bytes?: number; age?: number; sizeOf?(name: string): number },
): Promise<void> {
  const names = await readdir(folder).catch(() => []);

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
    if (isOver && Date.now() - used > age)
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}
