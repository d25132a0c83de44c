import type { Check } from './check.ts';
import { severities } from './enums.ts';
import { serviceError } from './errors.ts';
import type { Rule } from './finding.ts';
import type { NextRuleset, Plugin, ProjectType, RulesetChange } from './plugin.ts';
import type { Path, Shape } from './shape.ts';
import { byName, callable, type Faults, fields, list, matching, oneOf, optional, positive, text } from './shape.ts';

/** The fields of every kind of a union. */
type FieldOf<T> = T extends unknown ? keyof T & string : never;

const name = matching(/^[a-z0-9]+(-[a-z0-9]+)*$/);
// A rule that another tool owns keeps that tool's name: n8n-nodes-base/node-param-default-missing.
const code = matching(/^@?[a-z0-9]+([-/][a-z0-9]+)*$/);

const rule = fields<FieldOf<Rule>>({
  code,
  title: text,
  severity: oneOf(...severities),
  why: text,
  fix: text,
  bad: text,
  good: text,
  docs: optional(text),
});

const check = fields<FieldOf<Check>>({
  name,
  title: text,
  docs: optional(text),
  rules: list(rule),
  modes: list(oneOf('project', 'package'), { least: 1 }),
  needs: optional(list(name)),
  timeout: optional(positive),
  cacheVersion: optional(text),
  run: callable,
});

const rulesetChange = fields<FieldOf<RulesetChange>>({
  kind: oneOf('added', 'stricter', 'looser'),
  check: optional(name),
  rule: optional(rule),
  code: optional(code),
  what: optional(text),
});

const projectType = fields<FieldOf<ProjectType>>({
  name,
  title: text,
  detect: optional(callable),
  include: optional(list(text)),
  follow: optional(callable),
  checks: optional(list(check)),
  ruleset: optional(text),
  nextRuleset: optional(fields<FieldOf<NextRuleset>>({ source: text, changes: list(rulesetChange) })),
  reserved: optional(text),
});

const plugin = fields<FieldOf<Plugin>>({
  name,
  requires: optional(list(name)),
  projectTypes: optional(list(projectType)),
  checks: optional(byName(list(check))),
  apply: optional(callable),
});

/**
 * Refuses a plugin whose parts are not of the documented shape.
 * @throws {ServiceError} PLUGIN_INVALID, or PLUGIN_UNKNOWN_OPTION for a field that nobody reads
 */
export function validatePlugin(given: unknown): asserts given is Plugin {
  validate(plugin, given, 'the plugin', nameOf(given));
}

/**
 * The same for a check that a plugin adds by a hook.
 * @param plugin the plugin's name
 */
export function validateCheck(given: unknown, plugin: string): asserts given is Check {
  validate(check, given, 'the check', plugin);
}

function validate(shape: Shape, value: unknown, what: string, plugin: string): void {
  const faults: Faults = { wrong: [], unknown: [] };
  shape(value, [], faults);
  const [wrong] = faults.wrong;
  if (wrong) {
    const where = wrong.path.join('.') || what;
    throw serviceError('PLUGIN_INVALID', { plugin, reason: `${where} ${wrong.message}` });
  }
  const [unknown] = faults.unknown;
  if (unknown) {
    const { path, field, known } = unknown;
    const where = placeOf(path) || what;
    throw serviceError('PLUGIN_UNKNOWN_OPTION', { plugin, option: field, where, known: known.join(', ') });
  }
}

/** `checks.t[0].rules[0]` */
function placeOf(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

function nameOf(plugin: unknown): string {
  const name = typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}
