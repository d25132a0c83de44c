import { dirname } from 'node:path/posix';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { recordOf } from './manifest-fields.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Folders that scripts name, and characters of a manifest. */
const maxFolders = 50;
const maxText = 100_000;

/** The manifests in folders that scripts name: `npm --prefix ./packages/n8n run build`, `cd packages/n8n && …`. */
export function namedManifests(manifest: Manifest): string[] {
  const scripts = Object.values(recordOf(manifest['scripts']) ?? {}).filter((one) => typeof one === 'string');
  const words = scripts.flatMap((script) => script.split(/[\s='"]+/));
  const folders = words.map((word) => word.replace(/^\.\//, '').replace(/\/$/, ''));
  const named = [...new Set(folders)].filter((folder) => /^\w[\w./@-]*$/.test(folder));
  return named.slice(0, maxFolders).map((folder) => `${folder}/package.json`);
}

/**
 * The folder below the project in which its package is built and published: it has a package.json of the same name, and a
 * script of the project works there.
 */
export async function publishedFolder(
  manifest: Manifest,
  files: Pick<ProjectFiles, 'exists' | 'read'>,
): Promise<string | undefined> {
  for (const path of namedManifests(manifest))
    if (files.exists(path) && isSamePackage(await files.read(path), manifest)) return dirname(path);
  return undefined;
}

export const isSamePackage = (text: string, { name }: Manifest): boolean =>
  name !== undefined && nameIn(text.slice(0, maxText)) === name;

function nameIn(text: string): unknown {
  try {
    return recordOf(JSON.parse(text))?.['name'];
  } catch {
    return undefined;
  }
}

/** Why a check that is about the published folder does not run. */
export const publishedFrom = (folder: string): string =>
  `the package is built and published in ${folder}, which has the same name: verify that folder`;
