import { lstatSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../kernel/digest.ts';
import { isMissing } from '../runner/source/readable-file.ts';
import { faultOfKind, readRegularFile } from '../runner/source/regular-file.ts';
import { isOwnName, isPath, resolveAs, resolveFrom } from './import-module.ts';
import type { PluginCode, PluginReference } from './judge-request.ts';

/** Number and total bytes of files. */
const maxFiles = 2_000;
const maxBytes = 64 * 2 ** 20;
const sources = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);

/**
 * Finds the modules of plugins and their imports, including installed packages, without running them. Imports with computed
 * names are not found.
 * @throws {Error} if a plugin does not exist, is not a file, or is too large
 */
export async function codeOfPlugins(references: readonly PluginReference[]): Promise<PluginCode> {
  const code = new Map<string, string>();
  let left = maxBytes;
  const queue: string[] = [];
  for (const { folder, specifier } of references) {
    rejectSpecialFiles(join(folder, 'package.json'), specifier);
    queue.push(realFile(await resolveFrom(folder, specifier)));
  }
  for (const path of queue) {
    if (code.has(path)) continue;
    const bytes = readRegularFile(path, left);
    if (!bytes || code.size === maxFiles) throw new Error(`larger than ${maxFiles} files or 64 MiB`);
    left -= bytes.length;
    code.set(path, digestOf(bytes));
    if (sources.has(extname(path))) queue.push(...(await importedBy(path, bytes.toString('utf8'))));
  }
  return Object.fromEntries([...code].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function importedBy(path: string, text: string): Promise<string[]> {
  const { parseSync } = await import('oxc-parser');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const imported = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literalIn(text.slice(start, end))),
  ];
  const required = [...text.matchAll(/\brequire\s*\(\s*(['"][^'"\\\n]+['"])\s*\)/g)].flatMap(([, one = '']) =>
    literalIn(one),
  );
  return [
    ...new Set(imported.flatMap((one) => resolved(path, one, () => realFile(resolveAs(path, one))))),
    ...new Set(required.flatMap((one) => resolved(path, one, () => createRequire(path).resolve(one)))),
  ];
}

/** Resolves an import; empty for built-in modules and missing files. */
function resolved(parent: string, specifier: string, find: () => string): string[] {
  if (isBuiltin(specifier) || isOwnName(specifier)) return [];
  rejectSpecialFiles(parent, specifier);
  try {
    const path = find();
    return isBuiltin(path) || !lstatSync(path).isFile() ? [] : [path];
  } catch {
    return [];
  }
}

/** Returns the value of a string literal: `'./a.js'`. */
function literalIn(text: string): string[] {
  const [, literal] =
    /^(?:'([^'\\]+)'|"([^"\\]+)"|`([^`\\$]+)`)$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  return literal === undefined ? [] : [literal];
}

function realFile(url: string): string {
  if (!url.startsWith('file:')) throw new Error(`${url.slice(0, 100)} is not a file`);
  return realpathSync.native(fileURLToPath(url));
}

/** Rejects special files: Node.js reads each package.json in parent folders, and would hang on a pipe. */
function rejectSpecialFiles(parent: string, specifier: string): void {
  const target = resolve(dirname(parent), specifier);
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(specifier) ?? [];
  for (const start of isPath(specifier) ? [target] : [dirname(parent)]) {
    for (let folder = start; ; folder = dirname(folder)) {
      rejectSpecialFile(join(folder, 'package.json'));
      if (!isPath(specifier) && name !== undefined)
        rejectSpecialFile(join(folder, 'node_modules', name, 'package.json'));
      if (dirname(folder) === folder) break;
    }
  }
}

function rejectSpecialFile(manifest: string): void {
  try {
    const fault = faultOfKind(lstatSync(realpathSync.native(manifest)));
    if (fault !== undefined) throw new Error(`${manifest}: ${fault}`);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
