import Type, { type TSchema } from 'typebox';
import type { Check } from './check.ts';
import { severities } from './enums.ts';
import { serviceError } from './errors.ts';
import type { Rule } from './finding.ts';
import { type Guard, guard, type SchemaError } from './guard.ts';
import type { KitSource } from './kits.ts';
import type { NextRuleset, Plugin, ProjectType, RulesetChange } from './plugin.ts';
import { faultText, keysOf, placeText } from './schema-fault.ts';

/** Fields of all members of a union. */
type FieldOf<T> = T extends unknown ? keyof T & string : never;

const optional = Type.Optional;
const list = Type.Array;
const text = Type.String({ minLength: 1 });
const callable = Type.Refine(
  Type.Unknown(),
  (value) => typeof value === 'function',
  () => 'must be a function',
);
const url = Type.Refine(
  Type.Unknown(),
  (value) => value instanceof URL,
  () => 'must be a URL',
);
const byName = <Schema extends TSchema>(schema: Schema) => Type.Record(Type.String(), schema);
/** An object with exactly these fields. */
const fields = <Name extends string>(schemas: Readonly<Record<Name, TSchema>>) =>
  Type.Object(schemas, { additionalProperties: false });

const name = Type.String({ pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/ });
// A rule of another tool keeps its name: n8n-nodes-base/node-param-default-missing.
const code = Type.String({ pattern: /^@?[a-z0-9]+([-/][a-z0-9]+)*$/ });

const rule = fields<FieldOf<Rule>>({
  code,
  title: text,
  severity: Type.Enum([...severities]),
  why: text,
  fix: text,
  bad: text,
  good: text,
  docs: optional(text),
  supersededBy: optional(list(text)),
  onlyIn: optional(Type.Enum(['project', 'package', 'sources'])),
  essential: optional(Type.Boolean()),
});

const mode = Type.Enum(['project', 'package']);

const check = fields<FieldOf<Check>>({
  name,
  title: text,
  docs: optional(text),
  rules: list(rule),
  modes: list(mode, { minItems: 1 }),
  needs: optional(list(name)),
  essential: optional(Type.Boolean()),
  timeout: optional(Type.Number({ exclusiveMinimum: 0 })),
  cacheVersion: optional(text),
  uncachedMode: optional(mode),
  run: callable,
});

const rulesetChange = fields<FieldOf<RulesetChange>>({
  kind: Type.Enum(['added', 'stricter', 'looser']),
  check: optional(name),
  rule: optional(rule),
  code: optional(code),
  what: optional(text),
});

const kit = fields<FieldOf<KitSource>>({ name: Type.String({ pattern: /^[\w.-]+$/ }), lock: url });

const projectType = fields<FieldOf<ProjectType>>({
  name,
  title: text,
  detect: optional(callable),
  include: optional(list(text)),
  follow: optional(callable),
  configProblem: optional(callable),
  checks: optional(list(check)),
  kits: optional(list(kit)),
  nextKits: optional(list(kit)),
  ruleset: optional(text),
  nextRuleset: optional(fields<FieldOf<NextRuleset>>({ name: text, source: text, changes: list(rulesetChange) })),
  nextSteps: optional(byName(list(text))),
  reserved: optional(text),
});

const plugin = fields<FieldOf<Plugin>>({
  name,
  requires: optional(list(name)),
  projectTypes: optional(list(projectType)),
  checks: optional(byName(list(check))),
  apply: optional(callable),
});

const schemas = { plugin, check };
const guards = { plugin: guard(plugin), check: guard(check) };

/**
 * Validates the fields of a plugin.
 * @throws {ServiceError} PLUGIN_INVALID, or PLUGIN_UNKNOWN_OPTION for an unknown field
 */
export function validatePlugin(given: unknown): asserts given is Plugin {
  validate('plugin', given, nameOf(given));
}

/**
 * Validates a check that a plugin adds in a hook.
 * @param plugin name of the plugin
 */
export function validateCheck(given: unknown, plugin: string): asserts given is Check {
  validate('check', given, plugin);
}

function validate(kind: keyof typeof schemas, value: unknown, plugin: string): void {
  const guard: Guard<unknown> = guards[kind];
  if (guard.is(value)) return;
  const errors = guard.errors(value);
  const wrong = errors.find((error) => error.keyword !== 'additionalProperties' && !isUnknownField(error));
  if (wrong) throw serviceError('PLUGIN_INVALID', { plugin, reason: faultText(wrong, `the ${kind}`) });
  const unknown = errors.find(isUnknownField);
  if (!unknown) return;
  const path = keysOf(unknown.instancePath);
  const option = path.pop() ?? '';
  const known = knownFields(schemas[kind], unknown.schemaPath).join(', ');
  throw serviceError('PLUGIN_UNKNOWN_OPTION', { plugin, option, where: placeText(path) || `the ${kind}`, known });
}

const isUnknownField = ({ keyword, schemaPath }: SchemaError) =>
  keyword === 'boolean' && schemaPath.endsWith('/additionalProperties');

/** @param path to `additionalProperties` of the schema of an object */
function knownFields(schema: TSchema, path: string): string[] {
  const object = path
    .split('/')
    .slice(1, -1)
    .reduce((at: unknown, key) => Reflect.get(Object(at), key), schema);
  return Object.keys(Object(Reflect.get(Object(object), 'properties')));
}

function nameOf(plugin: unknown): string {
  const name = typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}
