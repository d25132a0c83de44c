import type { Manifest } from './check.ts';
import { type ProjectFiles, tryJson } from './project-files.ts';
import { isRecord } from './record.ts';

/** A manifest from its text, as checks see it; undefined for what is no JSON object: the checks report why. */
export function parseManifest(text: string): Manifest | undefined {
  const parsed = tryJson(text);
  return isRecord(parsed) ? { ...parsed } : undefined;
}

/** The parsed package.json; undefined unless it is a JSON object. */
export async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  return files.exists('package.json') ? parseManifest(await files.read('package.json')) : undefined;
}
