import { dirname } from 'node:path/posix';
import { digestOf, filesDigest } from '../../../../kernel/digest.ts';
import { type ProjectFiles, parseJson } from '../../../../kernel/project-files.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { normalize } from '../../project/project-path.ts';

/**
 * For each file, a cache key that changes whenever n8n's rules may report something else. A rule depends on the file and
 * its path; functions of n8n's plugin also read
 * - everywhere: the nearest package.json, and whether files exist (icons, icons with similar names)
 * - in nodes: the names of the credentials that package.json lists
 * - in credentials and package.json: the nodes that package.json lists
 * A test monitors the files that are read during linting.
 */
export async function lintDependencies(files: ProjectFiles, linted: readonly string[]): Promise<Map<string, string>> {
  const paths = files.list();
  const manifests = paths.filter((path) => isManifest(path));
  const everywhere = digestOf(`${paths.join('\n')}\n${await filesDigest(files, manifests)}`);
  const ofNodes = digestOf(`${everywhere} ${await filesDigest(files, await listedCredentials(files, manifests))}`);
  const all = await filesDigest(files);
  const dependencies = linted.map(async (path): Promise<[string, string]> => {
    if (isManifest(path) || /\.credentials\./i.test(path)) return [path, all];
    return [path, `${/\.node\./i.test(path) ? ofNodes : everywhere} ${digestOf(await files.bytes(path))}`];
  });
  return new Map(await Promise.all(dependencies));
}

const isManifest = (path: string) => /(^|\/)[^/]*package\.json$/.test(path);

/** The sources of the credentials that manifests list, at the paths that n8n's rules read. */
async function listedCredentials(files: ProjectFiles, manifests: readonly string[]): Promise<string[]> {
  const listed = new Set<string>();
  for (const manifest of manifests) {
    for (const path of await credentialsOf(files, manifest)) {
      const source = normalize(`${dirname(manifest)}/${path.replace(/^dist\//, '').replace(/\.js$/, '.ts')}`);
      if (files.exists(source)) listed.add(source);
    }
  }
  return [...listed].sort();
}

async function credentialsOf(files: ProjectFiles, manifest: string): Promise<string[]> {
  try {
    const credentials = recordOf(recordOf(parseJson(await files.read(manifest)))?.['n8n'])?.['credentials'];
    // Of a string, n8n's rules read the characters.
    const listed = typeof credentials === 'string' ? [...credentials] : credentials;
    return Array.isArray(listed) ? listed.filter((path) => typeof path === 'string') : [];
  } catch {
    // n8n's rules find none either.
    return [];
  }
}
