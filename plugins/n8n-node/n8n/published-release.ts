import { lt, valid } from 'semver';
import type { KitPackages } from './kit-manifest.ts';
import type { Release } from './release.ts';
import { type Registry, UpgradeError } from './upgrade/registry.ts';

/**
 * The oldest supported n8n. Before n8n-core 1.42, n8n-nodes-base is a peer dependency, which depends on
 * https://cdn.sheetjs.com/xlsx-0.19.3/xlsx-0.19.3.tgz, and kits are installed from the npm registry only. Nodes run in
 * n8n-core with `@n8n/di`, such as that of 1.82.3; 1.49.0 has typedi.
 */
const oldestN8n = '1.49.0';

/**
 * Finds a release in the registry.
 * @param wanted version, range or tag of n8n
 * @throws {UpgradeError} when it is too old or does not exist, and when the registry does not respond
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

/** The packages of n8n in its kit. @throws {UpgradeError} as `publishedRelease` does */
export async function hostPackages(registry: Registry, { modules, workflow }: Release): Promise<KitPackages> {
  const core = await registry.nearest('n8n-core', modules['n8n-core'] ?? '');
  return { 'n8n-core': core.version, 'n8n-workflow': workflow };
}
