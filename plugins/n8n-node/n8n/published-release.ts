import { lt, valid } from 'semver';
import type { KitPackages } from './kit-manifest.ts';
import type { Release } from './release.ts';
import { type Registry, UpgradeError } from './upgrade/registry.ts';

/**
 * The oldest n8n that packages are loaded in. n8n-core 1.41.0 and those before it have n8n-nodes-base as a peer, which depends
 * on https://cdn.sheetjs.com/xlsx-0.19.3/xlsx-0.19.3.tgz, and kits come from the npm registry alone. Nodes run in n8n-core with
 * `@n8n/di`, such as that of 1.82.3; 1.49.0 has typedi.
 */
export const oldestN8n = '1.49.0';

/**
 * Finds a release in the registry.
 * @param wanted version, range or tag of n8n
 * @throws {UpgradeError} when it is too old or not there, and when the registry does not answer
 */
export async function publishedRelease(registry: Registry, wanted: string): Promise<Release> {
  const { version, dependencies } = await registry.published('n8n', wanted);
  if (lt(version, oldestN8n)) throw new UpgradeError(`n8n ${version} is too old. Use ${oldestN8n} or later.`);
  const range = dependencies['n8n-workflow'];
  if (range === undefined)
    throw new UpgradeError(`n8n ${version} does not depend on n8n-workflow. Read its package.json.`);
  const find = valid(range) === null ? 'published' : 'nearest';
  const workflow = (await registry[find]('n8n-workflow', range)).version;
  const modules = Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1));
  return { n8n: version, workflow, modules: Object.fromEntries(modules) };
}

/** The packages of n8n that belong into its kit. @throws {UpgradeError} as `publishedRelease` does */
export async function hostPackages(registry: Registry, { modules, workflow }: Release): Promise<KitPackages> {
  const core = await registry.nearest('n8n-core', modules['n8n-core'] ?? '');
  return { 'n8n-core': core.version, 'n8n-workflow': workflow };
}
