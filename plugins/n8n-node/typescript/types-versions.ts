import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { recordOf } from '../project/manifest/manifest-fields.ts';

/**
 * Selects the types that packages of DefinitelyTyped have for another version of TypeScript: `@types/node` has some for 5.6
 * and earlier, which do not fit the libraries of later versions, nor theirs the earlier ones.
 * https://www.typescriptlang.org/docs/handbook/declaration-files/publishing.html#version-selection-with-typesversions
 * @param types the folder `node_modules/@types`
 * @param typescript exact version
 * @param scratch where a folder for `typeRoots` is created
 * @returns that folder, to be searched first; undefined if no package has other types for that version
 */
export function selectTypes(types: string, typescript: string, scratch: string): string | undefined {
  const root = join(scratch, 'types-of-version');
  // Created for another part of the project.
  if (existsSync(root)) return root;
  for (const name of existsSync(types) ? readdirSync(types) : []) {
    const folder = folderFor(join(types, name, 'package.json'), typescript);
    if (folder === undefined || !existsSync(join(types, name, folder))) continue;
    mkdirSync(root, { recursive: true });
    symlinkSync(join(types, name, folder), join(root, name));
  }
  return existsSync(root) ? root : undefined;
}

/** The folder of a package with the types for a version, such as "ts5.6"; undefined for its own folder. */
function folderFor(manifest: string, typescript: string): string | undefined {
  const versions = recordOf(manifestAt(manifest)?.['typesVersions']) ?? {};
  const [, chosen] = Object.entries(versions).find(([range]) => satisfies(typescript, range)) ?? [];
  const target = recordOf(chosen)?.['*'];
  return Array.isArray(target) ? /^(\w[\w.-]*)\/\*$/.exec(String(target[0]))?.[1] : undefined;
}

/** A package.json, of whatever a registry has; undefined if it cannot be read. */
function manifestAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordOf(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
