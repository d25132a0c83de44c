import type { Registry } from './registry.ts';

/** How the rules of an ESLint plugin differ between two versions. */
export interface RuleChanges {
  plugin: string;
  before: string;
  after: string;
  /** Names without the prefix of the plugin. */
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
  /** Changed files that are not rules, which several rules may use. */
  shared: readonly string[];
}

/**
 * Compares the compiled rules of two versions of a plugin.
 * @throws {UpgradeError} when the registry lacks one, or does not respond
 */
export async function compareRules(
  registry: Registry,
  { plugin, before, after }: Pick<RuleChanges, 'plugin' | 'before' | 'after'>,
): Promise<RuleChanges> {
  const isCode = (path: string) => /^dist\/.*\.js$/.test(path);
  const old = await registry.files(plugin, before, isCode);
  const current = await registry.files(plugin, after, isCode);
  const different = [...current.keys()].filter((path) => old.has(path) && old.get(path) !== current.get(path));
  return {
    plugin,
    before,
    after,
    added: rulesIn([...current.keys()].filter((path) => !old.has(path))),
    removed: rulesIn([...old.keys()].filter((path) => !current.has(path))),
    changed: rulesIn(different),
    shared: different.filter((path) => ruleIn(path) === undefined).sort(),
  };
}

const rulesIn = (paths: readonly string[]) => paths.flatMap((path) => ruleIn(path) ?? []).sort();

function ruleIn(path: string): string | undefined {
  const name = /\/rules\/([\w-]+)\.js$/.exec(path)?.[1];
  return name === 'index' ? undefined : name;
}
