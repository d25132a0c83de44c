import type { Plugin, ProjectType } from './plugin.ts';

/** A plugin whose project types are verified with their next ruleset, where they have one. */
export function withNextRuleset(plugin: Plugin): Plugin {
  const { projectTypes } = plugin;
  return projectTypes ? { ...plugin, projectTypes: projectTypes.map(nextOf) } : plugin;
}

/** A project type with the next ruleset: its name, its kits, and the rules that it adds to checks. */
function nextOf(type: ProjectType): ProjectType {
  const { nextRuleset, nextKits = type.kits, checks } = type;
  const kits = nextKits && { kits: nextKits };
  if (!nextRuleset) return { ...type, ...kits };
  const added = nextRuleset.changes.filter((change) => change.kind === 'added');
  return {
    ...type,
    ...kits,
    ruleset: nextRuleset.name,
    ...(checks && {
      checks: checks.map((check) => ({
        ...check,
        rules: [...check.rules, ...added.filter((change) => change.check === check.name).map(({ rule }) => rule)],
      })),
    }),
  };
}
