import { chmodSync, existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import { digestOf } from '../../kernel/digest.ts';
import { guard } from '../../kernel/guard.ts';
import { PeriodicYield } from '../periodic-yield.ts';
import type { PackageStore } from './package-store.ts';
import { publishDraft } from './package-store.ts';
import type { Placement } from './place-packages.ts';
import { filesByName, isText, manifestIn, type ReadablePackage, readerOf } from './readable-package.ts';

/** The record of a layout, to detect missing packages. */
const LayoutRecord = Type.Object({
  /** Path and size of each manifest. */
  manifests: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
});
type LayoutRecord = Static<typeof LayoutRecord>;
const layoutRecord = guard(LayoutRecord);

/** A file of a package in the store has changed since it was unpacked. */
export class DamagedPackage extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} has been modified`);
    this.folder = folder;
  }
}

/**
 * Creates a folder with packages laid out as in an installation, which all runs with the same packages share. Before it is
 * reused, the manifests of its packages are checked. Its files are read-only, and only this user can write to the folder.
 */
export async function createLayout(
  store: PackageStore,
  placement: Placement,
  { withoutExports, deep }: { withoutExports: boolean; deep: readonly string[] },
): Promise<string> {
  const contents = [...placement].map(([path, { content }]) => [path, content.key]);
  const id = digestOf(JSON.stringify([3, withoutExports, deep, contents]));
  const existing = findLayout(store, id);
  if (existing !== undefined) return existing;
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

    for (const made of folders) chmodSync(made, 0o755);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    await publishDraft(draft, folder);
    await store.records.write(`layout ${id}`, { manifests } satisfies LayoutRecord);
    return folder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Finds a complete layout. */
export function findLayout(store: PackageStore, id: string): string | undefined {
  const record = store.records.read(`layout ${id}`);
  if (!layoutRecord.is(record)) return undefined;
  const folder = folderOf(store, id);
  const exists = ([path, size]: [string, number]) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  if (!existsSync(folder) || !record.manifests.every(exists)) return undefined;
  store.touch(folder);
  return folder;
}

const folderOf = (store: PackageStore, id: string) => join(store.folder, 'layouts', id);

/** @returns the size in bytes */
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

/** Links files of the store, and copies others: their owner could change a linked file that other projects use. */
function share(
  file: string,
  target: string,
  { size, content, read }: { size: number; content: ReadablePackage; read(path: string): Buffer },
): void {
  const source = join(content.folder, file);
  const stats = content.ours ? statSync(source, { throwIfNoEntry: false }) : undefined;
  if (content.ours && stats?.size !== size) throw new DamagedPackage(content.folder);
  // Sandboxed processes may run as other users.
  if (stats && (stats.mode & 0o444) === 0o444) {
    try {
      linkSync(source, target);
      return;
    } catch {
      // The file system does not support links, or the file has too many.
    }
  }
  writeFileSync(target, read(file));
  chmodSync(target, 0o444);
}
