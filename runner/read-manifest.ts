import type { Manifest } from '../kernel/check.ts';
import { type ProjectFiles, parseJson } from '../kernel/project-files.ts';

/** The parsed package.json; undefined unless it is a JSON object. The manifest check reports what is wrong with it. */
export async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  if (!files.exists('package.json')) return undefined;
  try {
    const parsed = parseJson(await files.read('package.json'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
