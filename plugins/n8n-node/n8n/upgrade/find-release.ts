import { lt, major } from 'semver';
import type { HostRelease } from '../host-modules.ts';
import { previousAlias } from '../workflow-versions.ts';
import { type Registry, UpgradeError } from './registry.ts';

/** The oldest n8n whose loader, lint rules and types this project describes. */
const oldestN8n = '2.0.0';

const gate = '@n8n/scan-community-package';
/** n8n's lint rules of its own. */
export const lintPlugin = '@n8n/eslint-plugin-community-nodes';
/** The rules that n8n's gate takes from elsewhere. */
export const basePlugin = 'eslint-plugin-n8n-nodes-base';
const parser = '@typescript-eslint/parser';
/** Packages of typescript-eslint that have the version of its parser. */
const besideParser = ['scope-manager', 'types', 'visitor-keys'].map((name) => `@typescript-eslint/${name}`);

/** What an n8n needs here. */
export interface Release {
  current: HostRelease;
  previous: HostRelease;
  /** What package.json has to say, by package. */
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  /** The newest version of n8n's lint rules, which its gate may not use yet. */
  newestRules: string;
}

/**
 * Finds an n8n, the last one of the major version before it, and n8n's newest gate.
 * @param wanted version, range or tag of n8n
 * @throws {UpgradeError} for an n8n that is too old or not there, and when the registry does not answer
 */
export async function findRelease(registry: Registry, wanted: string): Promise<Release> {
  const current = await hostRelease(registry, wanted);
  if (lt(current.n8n, oldestN8n))
    throw new UpgradeError(`n8n ${current.n8n} is not supported. Use ${oldestN8n} or later.`);
  const previous = await hostRelease(registry, String(major(current.n8n) - 1));
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
  return {
    current,
    previous,
    dependencies: {
      'n8n-workflow': current.workflow,
      [previousAlias(previous.workflow)]: `npm:n8n-workflow@${previous.workflow}`,
      [lintPlugin]: await pinned(lintPlugin),
      [basePlugin]: await pinned(basePlugin),
      eslint: await pinned('eslint'),
      [parser]: typescriptEslint,
      ...Object.fromEntries(besideParser.map((name) => [name, typescriptEslint])),
    },
    devDependencies: { [gate]: scan.version },
    newestRules: (await registry.published(lintPlugin, 'latest')).version,
  };
}

async function hostRelease(registry: Registry, wanted: string): Promise<HostRelease> {
  const { version, dependencies } = await registry.published('n8n', wanted);
  const range = dependencies['n8n-workflow'];
  if (range === undefined)
    throw new UpgradeError(`n8n ${version} does not depend on n8n-workflow. Read its package.json.`);
  const workflow = (await registry.published('n8n-workflow', range)).version;
  const modules = Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1));
  return { n8n: version, workflow, modules: Object.fromEntries(modules) };
}
