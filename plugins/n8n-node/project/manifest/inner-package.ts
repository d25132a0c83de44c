import { dirname } from 'node:path/posix';
import { type ProjectFiles, tryJson } from '../../../../kernel/project-files.ts';
import { recordOf } from './manifest-fields.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Folders that scripts name, and characters of a manifest. */
const maxFolders = 50;
const maxText = 100_000;

/** What a folder comes after: `cd packages/n8n`, `npm --prefix ./packages/n8n`, `yarn --cwd=…`, `npm publish packages/n8n`. */
const takesFolder = /^(?:cd|--prefix|-C|--cwd|--dir|publish)$/;
/** A build may copy package.json there, to publish from it. */
const ofBuild = /(?:^|\/)(?:dist|build|lib|out|node_modules)(?:\/|$)/;

/** The manifests in the folders where scripts work. */
export function namedManifests(manifest: Manifest): string[] {
  const scripts = Object.values(recordOf(manifest['scripts']) ?? {}).filter((one) => typeof one === 'string');
  const folders = scripts.flatMap((script) => {
    const words = script.split(/[\s='"();&|]+/);
    return words.filter((_, at) => takesFolder.test(words[at - 1] ?? ''));
  });
  const inside = folders.map((folder) => folder.replace(/^\.\//, '').replace(/\/$/, ''));
  const named = [...new Set(inside)].filter((folder) => /^\w[\w./@-]*$/.test(folder) && !ofBuild.test(folder));
  return named.slice(0, maxFolders).map((folder) => `${folder}/package.json`);
}

/**
 * The folder below the project in which its package is built and published: a script of the project works there, and it has a
 * package.json of the same name with a build of its own.
 */
export async function innerPackage(
  manifest: Manifest,
  files: Pick<ProjectFiles, 'exists' | 'read'>,
): Promise<string | undefined> {
  for (const path of namedManifests(manifest))
    if (files.exists(path) && isInnerPackage(await files.read(path), manifest)) return dirname(path);
  return undefined;
}

/** @param text of a package.json below the project. A copy of that of the project has the same build. */
export function isInnerPackage(text: string, outer: Manifest): boolean {
  const inner = recordOf(tryJson(text.slice(0, maxText))) ?? {};
  const build = buildOf(inner);
  return (
    inner['name'] !== undefined &&
    inner['name'] === outer['name'] &&
    typeof build === 'string' &&
    build !== buildOf(outer)
  );
}

const buildOf = ({ scripts }: Manifest): unknown => recordOf(scripts)?.['build'];

/** Why a check that is about the published package does not run. */
export const builtInside = (folder: string): string =>
  `the package is built and published in ${folder}, which has the same name: verify that folder`;
