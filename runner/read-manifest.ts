import type { Manifest } from '../kernel/check.ts';
import { type ProjectFiles, parseJson } from '../kernel/project-files.ts';

/** The manifest as a check sees it: only an object counts. What is wrong with it is the manifest check's to say. */
export async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  if (!files.exists('package.json')) return undefined;
  try {
    const parsed = parseJson(await files.read('package.json'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
