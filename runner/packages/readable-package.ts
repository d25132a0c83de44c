import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../kernel/record.ts';
import { isInside } from '../source/inside.ts';
import { realFolder } from '../source/readable-file.ts';
import { readRegularFile } from '../source/regular-file.ts';
import { declaredImports } from './declared-imports.ts';
import type { Fields } from './lock/lock-values.ts';

/** A package on this machine: its manifest, declarations and other JSON, and the names of its code files. */
export interface ReadablePackage {
  /** Changes whenever its contents may change. */
  key: string;
  /** Absolute. */
  folder: string;
  files: readonly PackageFile[];
  /** The packages that its declarations refer to. */
  imports: readonly string[];
  /** Whether it has declarations. */
  types: boolean;
  /** Whether the files are in our store or bundled, so that they can be linked; others are copied. */
  ours: boolean;
}

/** Path in the package, with `/`, and size in bytes; 0 for code, of which only the name is needed. */
type PackageFile = readonly [path: string, size: number];

/**
 * The files that TypeScript reads when a package is imported by its name: if it has declarations, neither code nor sources.
 * Imports of subpaths may need any file.
 */
export function filesByName({ files, folder, types }: ReadablePackage): readonly PackageFile[] {
  if (!types) return files;
  const { types: main, typings, exports } = manifestIn(folder);
  const entries = JSON.stringify([main, typings, exports]);
  const declares = /\.d\.[cm]?ts"/.test(entries) || files.some(([path]) => path === 'index.d.ts');
  // Some packages declare sources as their types, or omit the extension.
  if (!declares || /(?<!\.d)\.[cm]?tsx?"/.test(entries)) return files;
  return files.filter(([path]) => /\.d\.(?:[^/]*\.)?[cm]?ts$/.test(path) || path.endsWith('.json'));
}

/** Whether TypeScript may read a file. */
export const isText = (path: string) => /\.(?:[cm]?tsx?|json)$/.test(path);
/** Whether TypeScript needs to know that a file exists, to report a module without declarations. */
export const isCode = (path: string) => /\.(?:[cm]?jsx?|node)$/.test(path);
/** Whether a file may have declarations; packages may also ship sources instead. */
export const isDeclaring = (path: string) => /\.[cm]?tsx?$/.test(path);

/** Of one package. */
export const packageLimits = { files: 30_000, fileBytes: 60 * 2 ** 20, totalBytes: 100 * 2 ** 20, asNpm: true };

const maxImports = 1_000;

/** The sorted imports of all declaration files. */
export function importsOf(folder: string, files: readonly PackageFile[]): string[] {
  const names = new Set<string>();
  const read = readerOf(folder);
  for (const [path] of files) {
    if (!isDeclaring(path)) continue;
    for (const name of declaredImports(read(path).toString('utf8'))) names.add(name);
    if (names.size > maxImports) break;
  }
  return [...names].slice(0, maxImports).sort();
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
 * Reads a package in a `node_modules` folder, without following links and without its own `node_modules`.
 * @returns undefined if it exceeds the limits
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

/** Identifies the installed version: package managers rewrite the manifest when they install another one. */
export function installedKey(folder: string): string {
  const { size, mtimeMs, ino } = statSync(join(folder, 'package.json'));
  return JSON.stringify([folder, size, mtimeMs, ino]);
}

/** Bytes; the largest published ones have some hundred KiB. */
const maxManifest = 5 * 2 ** 20;

/** Reads a package's manifest; empty if that fails. */
export function manifestIn(folder: string): Fields {
  try {
    const parsed: unknown = JSON.parse(String(readRegularFile(join(folder, 'package.json'), maxManifest)));
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
