import type { Manifest } from '../kernel/check.ts';
import { parseManifest } from '../kernel/manifest.ts';
import type { ProjectFiles } from '../kernel/project-files.ts';

/** The parsed package.json; undefined unless it is a JSON object. The manifest check reports what is wrong with it. */
export async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  if (!files.exists('package.json')) return undefined;
  return parseManifest(await files.read('package.json'));
}
