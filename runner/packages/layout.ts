import { createHash } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PeriodicYield } from '../periodic-yield.ts';
import type { PackageStore } from './package-store.ts';
import { putInPlace } from './package-store.ts';
import type { Placement } from './place-packages.ts';
import { filesByName, isText, manifestIn, type ReadablePackage, readerOf } from './readable-package.ts';

/** A layout as it is remembered: enough to notice that something of it is gone. */
interface LayoutRecord {
  /** Path and bytes of each manifest. */
  manifests: [path: string, size: number][];
}

/** A file of the store is not as it was when it was unpacked. */
export class DamagedPackage extends Error {
  /** The package's. */
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is not as it was`);
    this.folder = folder;
  }
}

/**
 * The folder in which packages are as in an installation: made once for all runs that want the same. Of the files, one
 * manifest a package is looked at again before it is used; files are read-only, and the folder is this user's alone.
 */
export async function layOut(
  store: PackageStore,
  placement: Placement,
  { withoutExports, deep }: { withoutExports: boolean; deep: readonly string[] },
): Promise<string> {
  const contents = [...placement].map(([path, { content }]) => [path, content.key]);
  const id = createHash('sha256')
    .update(JSON.stringify([3, withoutExports, deep, contents]))
    .digest('hex');
  const known = findLayout(store, id);
  if (known !== undefined) return known;
  const folder = folderOf(store, id);
  const draft = store.draft();
  const manifests: LayoutRecord['manifests'] = [];
  const work = new PeriodicYield();
  try {
    mkdirSync(draft, { recursive: true });
    const folders = new Set([draft]);
    const whole = new Set(deep.map((name) => `node_modules/${name}`));
    for (const [path, { content }] of placement) {
      const read = readerOf(content.folder);
      for (const [file, size] of whole.has(path) ? content.files : filesByName(content)) {
        const target = join(draft, path, file);
        makeFolder(dirname(target), folders);
        if (file === 'package.json')
          manifests.push([`${path}/${file}`, writeManifest(content.folder, target, { withoutExports, read })]);
        else if (!isText(file)) writeFileSync(target, '');
        else share(file, target, { size, content, read });
      }
      await work.tick();
    }
    // A package that had the same place as another one was there first; see place-packages.ts.
    for (const made of folders) chmodSync(made, 0o755);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    await putInPlace(draft, folder);
    await store.records.write(`layout ${id}`, { manifests } satisfies LayoutRecord);
    return folder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A layout that is there, with all its packages; undefined otherwise. */
export function findLayout(store: PackageStore, id: string): string | undefined {
  const record = store.records.read(`layout ${id}`);
  if (!isLayoutRecord(record)) return undefined;
  const folder = folderOf(store, id);
  const isThere = ([path, size]: [string, number]) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  if (!existsSync(folder) || !record.manifests.every(isThere)) return undefined;
  store.touch(folder);
  return folder;
}

const folderOf = (store: PackageStore, id: string) => join(store.folder, 'layouts', id);

/** @returns its bytes */
function writeManifest(
  folder: string,
  target: string,
  { withoutExports, read }: { withoutExports: boolean; read(path: string): Buffer },
): number {
  const manifest = withoutExports ? manifestIn(folder) : undefined;
  const changed = manifest && ('exports' in manifest || 'imports' in manifest);
  const { exports: _, imports: __, ...rest } = manifest ?? {};
  const bytes = changed ? Buffer.from(JSON.stringify(rest)) : read('package.json');
  writeFileSync(target, bytes, { mode: 0o444 });
  chmodSync(target, 0o444);
  return bytes.length;
}

function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  for (let above = folder; !made.has(above); above = dirname(above)) made.add(above);
}

/** What is not ours is copied: to link it would let its owner change what others use. */
function share(
  file: string,
  target: string,
  { size, content, read }: { size: number; content: ReadablePackage; read(path: string): Buffer },
): void {
  const source = join(content.folder, file);
  const stats = content.ours ? statSync(source, { throwIfNoEntry: false }) : undefined;
  if (content.ours && stats?.size !== size) throw new DamagedPackage(content.folder);
  // Everybody has to be able to read it.
  if (stats && (stats.mode & 0o444) === 0o444) {
    try {
      linkSync(source, target);
      return;
    } catch {
      // A file system without links, or one with too many to this file.
    }
  }
  writeFileSync(target, read(file));
  chmodSync(target, 0o444);
}

function isLayoutRecord(value: unknown): value is LayoutRecord {
  const manifests: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'manifests');
  return Array.isArray(manifests) && manifests.every((row) => Array.isArray(row) && row.length === 2);
}
