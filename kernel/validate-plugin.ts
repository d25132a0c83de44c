import type { Check } from './check.ts';
import { severities } from './enums.ts';
import { serviceError } from './errors.ts';
import type { Rule } from './finding.ts';
import type { NextRuleset, Plugin, ProjectType, RulesetChange } from './plugin.ts';
import type { Path, Shape } from './shape.ts';
import {
  byName,
  callable,
  fields,
  list,
  matching,
  oneOf,
  optional,
  positive,
  type ShapeErrors,
  text,
} from './shape.ts';

/** Fields of all members of a union. */
type FieldOf<T> = T extends unknown ? keyof T & string : never;

const name = matching(/^[a-z0-9]+(-[a-z0-9]+)*$/);
// A rule of another tool keeps its name: n8n-nodes-base/node-param-default-missing.
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
  modes: list(oneOf('project', 'package'), { minItems: 1 }),
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
 * Validates the fields of a plugin.
 * @throws {ServiceError} PLUGIN_INVALID, or PLUGIN_UNKNOWN_OPTION for an unknown field
 */
export function validatePlugin(given: unknown): asserts given is Plugin {
  validate(plugin, given, 'the plugin', nameOf(given));
}

/**
 * Validates a check that a plugin adds in a hook.
 * @param plugin name of the plugin
 */
export function validateCheck(given: unknown, plugin: string): asserts given is Check {
  validate(check, given, 'the check', plugin);
}

function validate(shape: Shape, value: unknown, what: string, plugin: string): void {
  const errors: ShapeErrors = { wrong: [], unknown: [] };
  shape(value, [], errors);
  const [wrong] = errors.wrong;
  if (wrong) {
    const where = wrong.path.join('.') || what;
    throw serviceError('PLUGIN_INVALID', { plugin, reason: `${where} ${wrong.message}` });
  }
  const [unknown] = errors.unknown;
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
