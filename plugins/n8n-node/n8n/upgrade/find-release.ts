import { lt, major } from 'semver';
import type { KitPackages } from '../kit-manifest.ts';
import { hostPackages, publishedRelease } from '../published-release.ts';
import type { Release } from '../release.ts';
import { readHostLists } from './host-lists.ts';
import { type Registry, UpgradeError } from './registry.ts';

/** The oldest n8n whose loader, lint rules and types this project describes. */
const oldestDescribed = '2.0.0';

const gate = '@n8n/scan-community-package';
export const lintPlugin = '@n8n/eslint-plugin-community-nodes';
/** The other rules of n8n's gate. */
export const basePlugin = 'eslint-plugin-n8n-nodes-base';
const parser = '@typescript-eslint/parser';
/** Packages of typescript-eslint with the same version as its parser. */
const besideParser = ['scope-manager', 'types', 'visitor-keys'].map((name) => `@typescript-eslint/${name}`);

/** The packages for a release of n8n. */
export interface FoundRelease {
  current: Release;
  previous: Release;
  /** Versions for the `devDependencies` of package.json, by package. */
  devDependencies: KitPackages;
  /** The packages of both kits. */
  kits: Readonly<{ current: KitPackages; previous: KitPackages }>;
  /** The newest version of n8n's lint rules, which its gate may not use yet. */
  newestRules: string;
}

/**
 * Finds a release of n8n, the last one of the previous major version, and the newest gate.
 * @param wanted version, range or tag of n8n
 * @param typescript the version whose API typescript-eslint loads
 * @throws {UpgradeError} for a release that is too old or does not exist, and when the registry does not respond
 */
export async function findRelease(registry: Registry, wanted: string, typescript: string): Promise<FoundRelease> {
  const current = await publishedRelease(registry, wanted);
  if (lt(current.n8n, oldestDescribed))
    throw new UpgradeError(`n8n ${current.n8n} is not supported. Use ${oldestDescribed} or later.`);
  const previous = await publishedRelease(registry, String(major(current.n8n) - 1));
  const scan = await registry.published(gate, 'latest');
  const pinned = async (name: string): Promise<string> => {
    const range = scan.dependencies[name];
    if (range === undefined)
      throw new UpgradeError(
        `${gate} ${scan.version} does not depend on ${name}. Read it, and change find-release.ts.`,
      );
    return (await registry.published(name, range)).version;
  };
  const typescriptEslint = await pinned(parser);
  const lint = {
    [lintPlugin]: await pinned(lintPlugin),
    [basePlugin]: await pinned(basePlugin),
    eslint: await pinned('eslint'),
    [parser]: typescriptEslint,
    ...Object.fromEntries(besideParser.map((name) => [name, typescriptEslint])),
  };
  return {
    current: { ...current, ...(await readHostLists(registry, current)) },
    previous: { ...previous, ...(await readHostLists(registry, previous)) },
    devDependencies: { 'n8n-workflow': current.workflow, ...lint, [gate]: scan.version },
    kits: {
      current: { ...(await hostPackages(registry, current)), ...lint, typescript },
      previous: await hostPackages(registry, previous),
    },
    newestRules: (await registry.published(lintPlugin, 'latest')).version,
  };
}
