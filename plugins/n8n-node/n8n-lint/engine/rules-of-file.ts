import { scopes } from '../catalogue/ruleset.ts';
import { eslintModule } from './eslint-module.ts';
import { communityNodes, nodesBase } from './lint-packages.ts';
import { severitiesInForce } from './severities-in-force.ts';
import type { Listener } from './visit-nodes.ts';

/** A rule that applies to a file. */
export interface RuleInForce {
  id: string;
  severity: 1 | 2;
  rule: LintRule;
}

/** The part of ESLint's rules that is used. */
interface LintRule {
  meta?: { messages?: Record<string, string>; defaultOptions?: unknown[] };
  create(context: object): Record<string, Listener>;
}

/**
 * Texts that a file contains if these rules report anything: they need scopes, which take longer than parsing. A name
 * may be written with escapes.
 */
const mentions: Readonly<Record<string, RegExp>> = {
  'no-console': /console|\\u/,
  '@n8n/community-nodes/no-restricted-globals':
    /(clear|set)(Interval|Timeout|Immediate)|global|process|__(dir|file)name|\\u/,
};

/**
 * The rules for a file, in the order of ESLint's configuration; a test compares both. Undefined for a path with line
 * breaks, which ESLint's globs handle differently.
 */
export function createRulesOfFile(): (path: string, text: string) => readonly RuleInForce[] | undefined {
  const known = new Map<string, readonly RuleInForce[]>();
  return (path, text) => {
    if (/[\n\r\u2028\u2029]/.test(path)) return undefined;
    const prefixes = scopes.filter(({ sees }) => sees?.test(path) ?? true).map(({ prefix }) => prefix);
    const without = Object.keys(mentions).filter((id) => !mentions[id]?.test(text));
    const key = [...prefixes, ...without].join(' ');
    const rules = known.get(key) ?? prefixes.flatMap((prefix) => rulesWith(prefix, without));
    known.set(key, rules);
    return rules;
  };
}

function rulesWith(prefix: string, without: readonly string[]): RuleInForce[] {
  return severitiesInForce()
    .filter(([id]) => id.startsWith(prefix) && !without.includes(id))
    .map(([id, severity]) => ({ id, severity: severity === 'error' ? 2 : 1, rule: ruleOf(id) }));
}

const plugins: Readonly<Record<string, object | undefined>> = {
  '@n8n/community-nodes': communityNodes().rules,
  'n8n-nodes-base': nodesBase().rules,
};

/** @throws {Error} for an unknown rule */
function ruleOf(id: string): LintRule {
  const [, plugin, name = id] = /^(.*)\/([^/]*)$/.exec(id) ?? [];
  const rule: unknown =
    plugin === undefined ? eslintModule(`lib/rules/${name}`) : Reflect.get(plugins[plugin] ?? {}, name);
  if (!isRule(rule)) throw new Error(`there is no rule ${id}`);
  return rule;
}

function isRule(value: unknown): value is LintRule {
  return typeof value === 'object' && value !== null && 'create' in value;
}
