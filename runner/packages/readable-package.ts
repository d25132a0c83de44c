import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../source/inside.ts';
import { realFolder } from '../source/readable-file.ts';
import { readRegularFile } from '../source/regular-file.ts';
import { declaredImports } from './declared-imports.ts';
import { type Fields, isFields } from './lock/lock-values.ts';

/** A package whose files are on this machine: its manifest, its declarations and other JSON, and that there is code. */
export interface ReadablePackage {
  /** Differs whenever what is in it may differ. */
  key: string;
  /** Absolute. */
  folder: string;
  files: readonly PackageFile[];
  /** Packages that its declarations refer to. */
  imports: readonly string[];
  /** Whether it has declarations. */
  types: boolean;
  /** Whether the files are ours, to be linked; others are copied. */
  ours: boolean;
}

/** Path in the package, with `/`, and bytes; none of code, of which only the name counts. */
export type PackageFile = readonly [path: string, size: number];

/**
 * The files of a package that TypeScript looks at when it is imported by its name: of one with declarations neither the
 * code nor the sources. By other paths anything may be imported.
 */
export function filesByName({ files, folder, types }: ReadablePackage): readonly PackageFile[] {
  if (!types) return files;
  const { types: main, typings, exports } = manifestIn(folder);
  const stated = JSON.stringify([main, typings, exports]);
  const declares = /\.d\.[cm]?ts"/.test(stated) || files.some(([path]) => path === 'index.d.ts');
  // Some say that their sources are their types, or leave out what has no ending.
  if (!declares || /(?<!\.d)\.[cm]?tsx?"/.test(stated)) return files;
  return files.filter(([path]) => isDeclaration(path) || path.endsWith('.json'));
}

const isDeclaration = (path: string) => /\.d\.(?:[^/]*\.)?[cm]?ts$/.test(path);

/** What TypeScript may read of a package. */
export const isText = (path: string) => /\.(?:[cm]?tsx?|json)$/.test(path);
/** What it looks for, to say that a module has no declarations. */
export const isCode = (path: string) => /\.(?:[cm]?jsx?|node)$/.test(path);
/** Where declarations are: packages may also have their sources in their place. */
export const isDeclaring = (path: string) => /\.[cm]?tsx?$/.test(path);

/** Caps on one package that is unpacked. */
export const packageLimits = { files: 30_000, fileBytes: 60 * 2 ** 20, totalBytes: 100 * 2 ** 20 };

/** Packages that one is followed to, at most. */
const mostImports = 1_000;

/** Imports of all declarations among files, sorted. */
export function importsOf(folder: string, files: readonly PackageFile[]): string[] {
  const names = new Set<string>();
  const read = readerOf(folder);
  for (const [path] of files) {
    if (!isDeclaring(path)) continue;
    for (const name of declaredImports(read(path).toString('utf8'))) names.add(name);
    if (names.size > mostImports) break;
  }
  return [...names].slice(0, mostImports).sort();
}

/** Reads files of a package, and nothing that lies elsewhere, whatever becomes a link meanwhile. */
export function readerOf(folder: string): (path: string) => Buffer {
  let real: string | undefined;
  return (path) => {
    real ??= realFolder(folder);
    const within = real;
    const bytes = readRegularFile(join(within, path), packageLimits.totalBytes, (found) => {
      if (!isInside(within, found)) throw new Error(`${path} leads out of the package`);
    });
    if (!bytes) throw new Error(`${path} is larger than ${packageLimits.totalBytes} bytes`);
    return bytes;
  };
}

/**
 * A package in a `node_modules` folder, as it lies there. Links in it are not followed, and what it has installed itself
 * is not part of it.
 * @returns undefined for one that is over the caps
 */
export function readInstalled(folder: string): ReadablePackage | undefined {
  const files: PackageFile[] = [];
  let bytes = 0;
  const folders = [''];
  for (const at of folders) {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at + entry.name;
      if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(`${path}/`);
      if (!entry.isFile() || !(isText(path) || isCode(path))) continue;
      const size = isText(path) ? lstatSync(join(folder, path)).size : 0;
      bytes += size;
      files.push([path, size]);
      if (files.length > packageLimits.files || bytes > packageLimits.totalBytes) return undefined;
    }
    if (folders.length > packageLimits.files) return undefined;
  }
  files.sort(([one], [other]) => (one < other ? -1 : 1));
  const types = files.some(([path]) => isDeclaring(path));
  return { key: installedKey(folder), folder, files, imports: importsOf(folder, files), types, ours: false };
}

/** Package managers write a manifest anew whenever they install another version. */
export function installedKey(folder: string): string {
  const { size, mtimeMs, ino } = statSync(join(folder, 'package.json'));
  return JSON.stringify([folder, size, mtimeMs, ino]);
}

/** Bytes; the largest that are published have some hundred KiB. */
const manifestBytes = 5 * 2 ** 20;

/** A package's own manifest; empty when it can't be read. */
export function manifestIn(folder: string): Fields {
  try {
    const parsed: unknown = JSON.parse(String(readRegularFile(join(folder, 'package.json'), manifestBytes)));
    return isFields(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
