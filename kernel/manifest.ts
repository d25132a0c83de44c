import type { Manifest } from './check.ts';
import { type ProjectFiles, tryJson } from './project-files.ts';
import { isRecord } from './record.ts';

/** A manifest from its text, as checks see it; undefined for what is no JSON object: the checks report why. */
export function parseManifest(text: string): Manifest | undefined {
  const parsed = tryJson(text);
  return isRecord(parsed) ? { ...parsed } : undefined;
}

/** Bytes of a package.json that is read: its syntax tree takes a hundred times as much memory. */
export const maxManifestBytes = 2 ** 20;

/** The parsed package.json; undefined if it is not a JSON object or has more than `maxManifestBytes`. */
export async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  const file = 'package.json';
  if (!files.exists(file) || (await files.bytes(file)).length > maxManifestBytes) return undefined;
  return parseManifest(await files.read(file));
}
